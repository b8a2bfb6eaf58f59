import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { startFakeFineTuning } from '../../fakes/fakeFineTuning.ts'
import { temporaryFolder } from '../storage/temporaryFolder.ts'
import { chats, toLines } from './chats.ts'
import {
  isRefused,
  isSettled,
  model,
  openTestTrainings,
  options,
  testCaller,
  type TestTrainingsOptions,
} from './openTestTrainings.ts'

async function open(given: Partial<TestTrainingsOptions> = {}) {
  const server = await startFakeFineTuning()
  onTestFinished(() => server.close())
  const trainings = openTestTrainings({
    folder: temporaryFolder(),
    baseUrl: server.baseUrl,
    ...given,
  })
  onTestFinished(() => trainings.crash())
  trainings.begin()
  return { server, ...trainings }
}

test('twelve chats become a model: uploaded, created once, followed and paid', async () => {
  const tuned: string[] = []
  const { server, add, start, until, trainings, uploads } = await open({
    onTuned: (id) => tuned.push(id),
  })
  const { id } = await add()
  await start(id)
  const ended = await until(id, isSettled)
  expect(ended).toMatchObject({
    ...{ state: 'succeeded', remoteState: 'succeeded', split: { training: 10, validation: 2 } },
    ...{ tunedModel: `ft:${model.modelId}:acme:parley:x1`, error: null },
    ...{ trainedTokens: 24_000, dollars: 0.12 },
  })
  expect(ended.curve.map(({ step }) => step)).toEqual([1, 2, 3, 4, 5, 6])
  expect(ended.curve[1]).toEqual({ step: 2, trainingLoss: 1, validationLoss: 1.1 })
  expect(ended.checkpoints.map(({ step, validationLoss }) => [step, validationLoss])).toEqual([
    [2, 1.1],
    [4, 0.55],
  ])
  expect(ended.events.map(({ message }) => message)).toEqual(['Created'])
  expect([...server.trainings.values()].map(({ body }) => body)).toEqual([
    {
      ...{ model: model.modelId, training_file: 'file-1', validation_file: 'file-2' },
      ...{ suffix: 'parley', seed: 7, metadata: { parley_training: `${id}.1` } },
      method: { type: 'supervised', supervised: { hyperparameters: { n_epochs: 3 } } },
    },
  ])
  const noted = uploads.ofProvider('fake')
  expect(noted.map(({ remoteId }) => remoteId)).toEqual(['file-1', 'file-2'])
  expect([...server.files.values()].map(({ name }) => name)).toEqual(noted.map(({ name }) => name))
  expect(server.violations).toEqual([])
  expect(tuned).toEqual(['fake'])
  expect(trainings.tunedModels('fake')).toEqual([
    { modelId: `ft:${model.modelId}:acme:parley:x1`, base: model.modelId },
  ])
})

test('a lost answer is found at the service, and the training is not created again', async () => {
  const { server, add, start, until } = await open()
  server.fail({ at: 'POST /fine_tuning/jobs', how: 'cutAfter' })
  const { id } = await add()
  await start(id)
  expect(await until(id, isSettled)).toMatchObject({ state: 'succeeded' })
  expect([...server.trainings]).toHaveLength(1)
  expect(server.violations).toEqual([])
})

test('a request that never arrived is unknown until the user decides', async () => {
  const { server, add, start, until, handlers, database } = await open()
  server.fail({ at: 'POST /fine_tuning/jobs', how: 'cutBefore' })
  const { id } = await add()
  await start(id)
  await until(id, ({ state }) => state === 'unknown')
  const posts = () =>
    server.requests.filter(
      ({ method, path }) => method === 'POST' && path === '/v1/fine_tuning/jobs',
    ).length
  await handlers.lookAgain({ id }, testCaller)
  await until(id, ({ state }) => state === 'unknown')
  expect(posts()).toBe(1)
  await handlers.createAgain({ id }, testCaller)
  await until(id, ({ state }) => state === 'succeeded')
  expect(posts()).toBe(2)
  expect(database.get('SELECT posts, consents FROM training')).toEqual({ posts: 2, consents: 2 })
})

test.each([
  ['with status 403', { status: 403, error: { message: 'No permission', code: null } }],
  [
    'in a sentence',
    { status: 400, error: { message: 'Fine-tuning is no longer available to this organization' } },
  ],
])('the refusal of an account %s leaves a draft that says so', async (_name, how) => {
  const { server, add, start, until, handlers } = await open()
  server.fail({ at: 'POST /fine_tuning/jobs', how })
  const { id } = await add()
  await start(id)
  const refused = await until(id, isRefused)
  expect(refused.error).toMatchObject({ code: 'trainingRefused' })
  expect(refused.error?.details?.answer).toBe(how.error.message)
  await handlers.start({ id, model, options }, testCaller)
  await until(id, ({ state }) => state === 'succeeded')
})

test('a refused field is named, and another start uploads anew', async () => {
  const { server, add, start, until, handlers } = await open()
  const { id } = await add()
  await handlers.start({ id, model: { ...model, modelId: 'other' }, options }, testCaller)
  const refused = await until(id, isRefused)
  expect(refused.error).toMatchObject({
    code: 'badRequest',
    details: { answer: 'model: No such base' },
  })
  await start(id)
  await until(id, ({ state }) => state === 'succeeded')
  expect(server.violations).toEqual([])
})

test('a busy service is asked again within the same consent, without another upload', async () => {
  const { server, add, start, until, database, splits } = await open()
  server.fail({ at: 'POST /fine_tuning/jobs', how: { status: 429 } })
  const { id } = await add()
  await start(id)
  await until(id, ({ state }) => state === 'succeeded')
  expect(database.get('SELECT posts, consents FROM training')).toEqual({ posts: 1, consents: 1 })
  expect([splits(), [...server.files]]).toEqual([1, expect.objectContaining({ length: 2 })])
})

test('a training that ends before it can be cancelled is read to its end', async () => {
  const { server, add, start, until, handlers } = await open()
  server.fail({ at: 'POST /fine_tuning/jobs/', how: { status: 409 } })
  const { id } = await add()
  await start(id)
  await until(id, ({ state }) => state === 'creating')
  await handlers.cancel({ id }, testCaller)
  expect(await until(id, isSettled)).toMatchObject({ state: 'succeeded', error: null })
})

test('a training that may exist is not called cancelled', async () => {
  const { server, add, start, until, handlers } = await open()
  server.fail({ at: 'POST /fine_tuning/jobs', how: 'cutBefore' })
  server.fail({ at: 'GET /fine_tuning/jobs', how: { status: 401 }, times: 5 })
  const { id } = await add()
  await start(id)
  await until(id, ({ state, error }) => state === 'creating' && error !== null)
  // The failed run ends.
  await setImmediate()
  await handlers.cancel({ id }, testCaller)
  expect(await until(id, isSettled)).toMatchObject({ state: 'unknown' })
})

test('a wish to look again that comes during a look is not missed', async () => {
  let wake = (): void => undefined
  const { add, start, until, handlers } = await open({
    // It ends for the wish alone.
    async delay(_milliseconds, signal) {
      if (!signal.aborted) await once(signal, 'abort')
    },
    around: (database) => ({
      ...database,
      run(sql, ...values) {
        const changed = database.run(sql, ...values)
        if (sql.includes('curve =')) wake()
        return changed
      },
    }),
  })
  const { id } = await add()
  wake = () => void handlers.lookAgain({ id }, testCaller)
  await start(id)
  expect(await until(id, isSettled)).toMatchObject({ state: 'succeeded' })
})

test('a service without fine-tuning says so', async () => {
  const { server, add, start, until } = await open()
  server.fail({ at: 'POST /fine_tuning/jobs', how: { status: 404 } })
  const { id } = await add()
  await start(id)
  const refused = await until(id, isRefused)
  expect(refused.error).toMatchObject({ code: 'trainingNotOffered' })
})

test('a running training is paused, resumed and cancelled; an unknown state has not ended', async () => {
  const { server, add, start, until, handlers } = await open()
  server.hold()
  const { id } = await add()
  await start(id)
  await until(id, ({ state, canPause }) => state === 'running' && canPause)
  await handlers.pause({ id }, testCaller)
  await until(id, ({ remoteState, canResume }) => remoteState === 'paused' && canResume)
  await handlers.resume({ id }, testCaller)
  await until(id, ({ remoteState }) => remoteState === 'running')
  await handlers.cancel({ id }, testCaller)
  expect(await until(id, isSettled)).toMatchObject({ state: 'cancelled', tunedModel: null })
})

test('the reason of a failed training is kept', async () => {
  const { server, add, start, until } = await open()
  server.spoil({ code: 'invalid_training_file', message: 'Line 3 is bad', param: 'training_file' })
  const { id } = await add()
  await start(id)
  expect((await until(id, isSettled)).error).toMatchObject({
    code: 'trainingFailed',
    details: { answer: 'training_file: Line 3 is bad' },
  })
})

test('a set with faults is never sent, and can be saved and removed', async () => {
  const { server, add, start, handlers, savedPath, list } = await open()
  const text = toLines(chats(9))
  const { id, report } = await add(text)
  expect(report).toMatchObject({ examples: 9, faults: 1 })
  await expect(start(id)).rejects.toMatchObject({ code: 'badInput' })
  await handlers.save({ id }, testCaller)
  expect(readFileSync(savedPath, 'utf8')).toBe(text)
  await handlers.remove({ id }, testCaller)
  expect(list()).toEqual([])
  expect(server.requests).toEqual([])
})

test('the estimate of a draft is tokens by epochs by price, and a span for automatic epochs', async () => {
  const { add, handlers } = await open()
  const { id, report } = await add()
  const estimate = async (epochs: number | null) => {
    const chosen = { ...options, validationShare: 0, tokenPrice: 10, epochs }
    return (await handlers.estimate({ id, model, options: chosen }, testCaller)).estimate
  }
  const tokens = report.tokens * 3
  expect(await estimate(3)).toMatchObject({
    tokens: { least: tokens, most: tokens },
    dollars: { least: tokens / 100_000, most: tokens / 100_000 },
  })
  expect(await estimate(null)).toMatchObject({
    tokens: { least: report.tokens, most: report.tokens * 9 },
  })
})
