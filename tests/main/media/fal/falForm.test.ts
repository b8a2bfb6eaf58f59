import { expect, test } from 'vitest'
import { falSchema } from '../../../fakes/falPainterSchema.ts'
import { openTestFal, type TestFal } from './testFal.ts'

const model = { providerId: 'fal', modelId: 'fal-ai/painter/pro' }

const postOf = ({ fal }: TestFal) =>
  fal.requests.findLast(({ path, method }) => method === 'POST' && path.startsWith('/fal-ai/'))
    ?.body

test('while the description can not be had, the form of before serves, and then any field', async () => {
  let schema: object | null = falSchema
  const opened = await openTestFal({
    schema: () => schema,
    // The description is asked for anew after a refusal.
    submit: ['refused'],
  })
  const values = { prompt: 'A cat', strength: 0.2, loras: [{ path: 'a' }] }
  const refused = await opened.create(values)
  await opened.media.until(refused.id, 'failed')
  schema = null
  expect(await opened.media.jobs.check(model, { ...values, strength: 7 })).toMatchObject([
    { name: 'strength', reason: 'range' },
  ])
  const kept = await opened.create(values)
  await opened.media.until(kept.id, 'done')
  expect(postOf(opened)).toMatchObject(values)

  // A later start knows nothing of the form: all that the user has chosen is sent nevertheless.
  const media = opened.reopen()
  const image = { id: 'a'.repeat(64), name: 'a.png', mediaType: 'image/png', sizeBytes: 3 }
  const writer = await media.blobs.create()
  await writer.append(new Uint8Array([1, 2, 3]))
  const { id } = await writer.finish()
  const more = { ...values, image_urls: [{ ...image, id, outputId: null }] }
  const blind = await opened.create(more)
  await media.until(blind.id, 'done')
  expect(postOf(opened)).toMatchObject({
    ...values,
    image_urls: ['data:image/png;base64,AQID'],
  })
})

test('what fal refuses has its form read anew', async () => {
  const asked: string[] = []
  const { media, create } = await openTestFal({
    submit: ['refused'],
    onRequest: ({ path }) => asked.push(path),
  })
  const descriptions = () => asked.filter((path) => path === '/openapi.json').length
  const { id } = await create({ prompt: 'A cat' })
  const job = await media.until(id, 'failed')
  expect(job.fieldErrors).toMatchObject([{ name: 'image_urls', reason: 'service' }])
  expect(descriptions()).toBe(1)
  await media.jobs.check(model, { prompt: 'A cat' })
  await media.jobs.check(model, { prompt: 'A cat' })
  expect(descriptions()).toBe(2)
})
