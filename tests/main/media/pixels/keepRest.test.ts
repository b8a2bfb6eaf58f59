import { expect, test } from 'vitest'
import { keepRest } from '../../../../src/main/media/pixels/keepRest.ts'
import { decodePng, encodePng } from '../../../../src/main/media/pixels/pngPixels.ts'
import { withRestKept } from '../../../../src/main/media/pixels/withRestKept.ts'
import { imageDialectOf } from '../../../../src/main/media/openAiImages/imageDialects.ts'
import { AppError } from '../../../../src/shared/errors.ts'
import { flatPng } from '../../../fakes/fakeImages.ts'
import { height, noise, softMask, width } from './testPictures.ts'

test('outside the mask not one byte changes, inside it is the result', async () => {
  const [original, result, drawn] = await Promise.all([noise(1), noise(2), softMask()])
  const kept = await decodePng((await keepRest({ original, mask: drawn, result })) ?? original)
  const [before, after, allowed] = await Promise.all([original, result, drawn].map(decodePng))
  if (!before || !after || !allowed) throw new Error('A picture is missing')
  let outside = 0
  let inside = 0
  let blended = 0
  for (let at = 0; at < kept.data.length; at += 1) {
    const share = allowed.data[at - (at % 4)] ?? 0
    const [now = 0, old = 0, made = 0] = [kept.data[at], before.data[at], after.data[at]]
    if (share === 0) outside += Math.abs(now - old)
    else if (share === 255) inside += Math.abs(now - made)
    else if (now < Math.min(old, made) || now > Math.max(old, made)) blended += 1
  }
  expect({ outside, inside, blended }).toEqual({ outside: 0, inside: 0, blended: 0 })
})

test('a mask that is transparent where the picture may change counts the same', async () => {
  const [original, result, drawn] = await Promise.all([noise(1), noise(2), softMask()])
  const { data } = await decodePng(drawn)
  for (let at = 0; at < data.length; at += 4) data.set([0, 0, 0, 255 - (data[at] ?? 0)], at)
  const forOpenAi = await encodePng({ width, height, data })
  expect(await keepRest({ original, mask: forOpenAi, result })).toEqual(
    await keepRest({ original, mask: drawn, result }),
  )
})

test('pictures of another size or kind are left as they are', async () => {
  const [original, drawn] = await Promise.all([noise(1), softMask()])
  const small = await flatPng(8, 8, [1, 2, 3, 255])
  expect(await keepRest({ original, mask: drawn, result: small })).toBeNull()
  expect(await keepRest({ original, mask: drawn, result: Buffer.from('GIF89a') })).toBeNull()
})

test('both are kept, unless the user wants the result alone', async () => {
  const [original, result, drawn] = await Promise.all([noise(1), noise(2), softMask()])
  const fields = imageDialectOf('openai', 'gpt-image-2').fields('gpt-image-2')
  const input = (name: string) => ({
    ...{ id: '0'.repeat(64), name, mediaType: 'image/png', sizeBytes: 1, outputId: null },
  })
  const request = {
    fields,
    values: { prompt: 'x', image: [input('original')], mask: [input('mask')] },
    read: ({ name }: { name: string }) => Promise.resolve(name === 'mask' ? drawn : original),
  }
  const made = { files: [{ bytes: result }], price: null }
  const { files } = await withRestKept(request, made)
  expect(files).toHaveLength(2)
  expect(files[1]).toEqual({ bytes: result })
  const off = { ...request, values: { ...request.values, keep_rest: false } }
  expect(await withRestKept(off, made)).toBe(made)
  const unmasked = { ...request, values: { prompt: 'x', image: [input('original')] } }
  expect(await withRestKept(unmasked, made)).toBe(made)
  // What was paid for stays where a file of the edit is gone.
  const gone = () => Promise.reject(new AppError('attachmentMissing', 'The file is gone'))
  expect(await withRestKept({ ...request, read: gone }, made)).toBe(made)
})
