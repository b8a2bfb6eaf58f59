import { afterEach, beforeEach, expect, test } from 'vitest'
import { anyKind } from '../../../../src/main/jobs/jobKind.ts'
import { pullKind } from '../../../../src/main/providers/models/pullKind.ts'
import { pullJob, type PullProgress } from '../../../../src/shared/providers.ts'
import { startFakeOllama } from '../../../fakes/fakeOllama.ts'
import type { FakeOllama } from '../../../fakes/fakeOllama.ts'
import { isEnded, openRunner, openTestDatabase } from '../../jobs/testJobs.ts'
import { openLocal } from '../local/openLocal.ts'

const providerId = 'ollama'
const model = { providerId, modelId: 'new:1b' }
let fake: FakeOllama

beforeEach(async () => {
  fake = await startFakeOllama(0, { registry: { 'new:1b': [1000, 20], 'other:1b': [10] } })
})

afterEach(async () => {
  expect(fake.violations).toEqual([])
  await fake.close()
})

const kind = () =>
  anyKind(
    pullKind({
      pullModel({ modelId }, signal) {
        const { manage } = openLocal('ollama', fake.origin)
        if (!manage) throw new Error('Models are not managed')
        return manage.pull(modelId, signal)
      },
    }),
  )
const pulls = () => fake.requests.filter(({ path }) => path === '/api/pull')
const halfway = ({ progress }: { progress: unknown }): boolean =>
  (progress as PullProgress | null)?.doneBytes === 500

test('two requests for a model are one download, and those to a server take turns', async () => {
  let letGo = (): void => undefined
  fake.holdUp(new Promise<void>((resolve) => (letGo = resolve)))
  const { runner, until } = openRunner(openTestDatabase(), [kind()])
  const { id } = runner.start(pullJob, model)
  expect(runner.start(pullJob, model).id).toBe(id)
  runner.start(pullJob, { providerId, modelId: 'other:1b' })
  await until('new:1b', halfway)
  expect(pulls()).toHaveLength(1)
  letGo()
  expect(await until('new:1b', isEnded)).toMatchObject({ state: 'done' })
  expect(await until('other:1b', isEnded)).toMatchObject({ state: 'done' })
  expect(pulls().map(({ body }) => body)).toMatchObject([
    { model: 'new:1b' },
    { model: 'other:1b' },
  ])
})

test('a download goes on after a restart, with what was known of it', async () => {
  const database = openTestDatabase()
  fake.holdUp(new Promise(() => undefined))
  const before = openRunner(database, [kind()])
  before.runner.start(pullJob, model)
  await before.until('new:1b', halfway)
  before.runner.close()
  await pulls()[0]?.ended

  fake.holdUp(Promise.resolve())
  const after = openRunner(database, [kind()], { begin: false })
  expect(after.runner.list()).toMatchObject([{ input: model, progress: { doneBytes: 500 } }])
  after.runner.begin()
  expect(await after.until('new:1b', isEnded)).toMatchObject({ state: 'done' })
  expect(fake.names()).toContain('new:1b')
})

test('cancelling closes the connection, which is how a server is told', async () => {
  fake.holdUp(new Promise(() => undefined))
  const { runner, until } = openRunner(openTestDatabase(), [kind()])
  const { id } = runner.start(pullJob, model)
  await until('new:1b', halfway)
  expect(await runner.cancel(id)).toMatchObject({ state: 'cancelled', error: null })
  await pulls()[0]?.ended
  expect(pulls()[0]?.closedEarly).toBe(true)
})

test('a model that nobody has is not asked for again', async () => {
  const { runner, until } = openRunner(openTestDatabase(), [kind()])
  runner.start(pullJob, { providerId, modelId: 'none:1b' })
  const failed = await until('none:1b', isEnded)
  expect(failed).toMatchObject({ state: 'failed', error: { code: 'modelNotFound' } })
  expect(pulls()).toHaveLength(1)
})
