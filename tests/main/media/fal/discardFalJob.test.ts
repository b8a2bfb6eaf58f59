import { expect, test } from 'vitest'
import { finalMediaStates } from '../../../../src/shared/media/media.ts'
import type { FalScript } from '../../../fakes/fakeFal.ts'
import { openTestFal } from './testFal.ts'

async function run(script: FalScript, isDeleting = true) {
  const opened = await openTestFal(script, { isDeleting: () => isDeleting })
  const { id } = await opened.create({ prompt: 'A cat' })
  const job = await opened.media.until(id, ...finalMediaStates)
  const asked = opened.fal.requests.filter(({ method }) => method === 'DELETE').length
  return { ...opened, job, asked, outputs: opened.media.outputs(id) }
}

test('a result is deleted at fal once it is stored here', async () => {
  const { fal, job, outputs, asked } = await run({})
  expect(job).toMatchObject({ state: 'done', error: null })
  expect(outputs).toHaveLength(1)
  expect(fal.deleted).toEqual([fal.jobs[0]?.id])
  expect(asked).toBe(1)
  const paths = fal.requests.map(({ method, path }) => (method === 'DELETE' ? 'delete' : path))
  expect(paths.indexOf('delete')).toBeGreaterThan(paths.indexOf('/file/1.png'))
})

test('nothing is deleted unless the user wants it', async () => {
  const { job, asked } = await run({}, false)
  expect(job.state).toBe('done')
  expect(asked).toBe(0)
})

test.each([
  ['can not be fetched', 403, ''],
  ['is no picture', 200, '<html>Sign in</html>'],
])('nothing is deleted after a result that %s', async (_what, status, body) => {
  const { job, asked } = await run({
    file(response) {
      response.writeHead(status).end(body)
      return true
    },
  })
  expect(job.state).toBe('failed')
  expect(asked).toBe(0)
})

test('an address that has expired is asked for again before anything is deleted', async () => {
  let isExpired = true
  const { fal, job, outputs } = await run({
    file(response) {
      if (!isExpired) return false
      isExpired = false
      response.writeHead(403).end()
      return true
    },
  })
  expect(job).toMatchObject({ state: 'done', error: null })
  expect(outputs).toHaveLength(1)
  expect(fal.deleted).toHaveLength(1)
})

test.each([
  ['noAdmin', 1],
  ['fileLeft', 1],
] as const)('a deletion that ends as %s is told, and the result stays', async (way, times) => {
  const { job, outputs, asked } = await run({ deletions: [way] })
  expect(job).toMatchObject({ state: 'done', error: { code: 'mediaNotDeleted' } })
  expect(outputs).toHaveLength(1)
  expect(asked).toBe(times)
})

test('a connection that breaks is tried again, three times at most', async () => {
  const good = await run({ deletions: ['reset', 'broken'] })
  expect(good.job).toMatchObject({ state: 'done', error: null })
  expect(good.fal.deleted).toHaveLength(1)
  const bad = await run({ deletions: ['reset', 'reset', 'reset', 'reset'] })
  expect(bad.job).toMatchObject({ state: 'done', error: { code: 'mediaNotDeleted' } })
  expect(bad.asked).toBe(3)
})

test('what was not deleted is deleted when the user asks for it, also if nothing else is', async () => {
  let isDeleting = true
  const { fal, media, create } = await openTestFal(
    { deletions: ['noAdmin', 'noAdmin'] },
    { isDeleting: () => isDeleting },
  )
  const { id } = await create({ prompt: 'A cat' })
  await media.until(id, ...finalMediaStates)
  isDeleting = false
  expect(await media.jobs.discard(id)).toMatchObject({ error: { code: 'mediaNotDeleted' } })
  expect(fal.deleted).toEqual([])
  expect(await media.jobs.discard(id)).toMatchObject({ state: 'done', error: null })
  expect(fal.deleted).toEqual([fal.jobs[0]?.id])
  expect(media.outputs(id)).toHaveLength(1)
})

test('a start deletes what the one before could not', async () => {
  let crash = (): void => undefined
  const { fal, media, create, reopen } = await openTestFal(
    { onRequest: ({ method }) => void (method === 'DELETE' && crash()) },
    { isDeleting: () => true },
  )
  const killed = new Promise<void>((resolve) => {
    crash = () => {
      crash = () => undefined
      media.crash()
      resolve()
    }
  })
  const { id } = await create({ prompt: 'A cat' })
  await killed
  const again = reopen()
  expect(await again.until(id, ...finalMediaStates)).toMatchObject({ state: 'done', error: null })
  expect(again.outputs(id)).toHaveLength(1)
  expect(fal.requests.filter(({ method }) => method === 'DELETE')).toHaveLength(2)
  expect(fal.billed).toBe(1)
})

test('a job that was lost on the way is found before it is deleted', async () => {
  const { fal, job } = await run({ submit: ['reset'] })
  expect(job).toMatchObject({ state: 'done', error: null })
  expect(fal.deleted).toHaveLength(1)
  expect(fal.billed).toBe(1)
})
