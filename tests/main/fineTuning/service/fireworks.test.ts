import { openAsBlob, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { fireworks } from '../../../../src/main/fineTuning/service/fireworks.ts'
import { startFakeFireworks } from '../../../fakes/fakeFireworks.ts'
import { temporaryFolder } from '../../storage/temporaryFolder.ts'
import { isRefused, isSettled, model, openTestTrainings, testCaller } from '../openTestTrainings.ts'

async function open() {
  const server = await startFakeFireworks()
  onTestFinished(() => server.close())
  const { baseUrl } = server
  const trainings = openTestTrainings({ folder: temporaryFolder(), baseUrl, dialect: 'fireworks' })
  onTestFinished(() => trainings.crash())
  trainings.begin()
  return { server, ...trainings }
}

const path = '/v1/accounts/acme'

test('a training on data sets, under a name of its own, is read to its end', async () => {
  const { server, train, until } = await open()
  const id = await train({ epochs: 4, batchSize: 8, learningRate: 0.5 })
  expect(await until(id, isSettled)).toMatchObject({
    ...{ state: 'succeeded', remoteState: 'completed', error: null, dialect: 'fireworks' },
    ...{ remoteId: `accounts/acme/supervisedFineTuningJobs/parley-${id}-1` },
    ...{ tunedModel: `accounts/acme/models/parley-${id.slice(0, 8)}-1`, dollars: null },
  })
  const [dataset, evaluationDataset] = [...server.datasets.keys()]
  expect([...server.jobs.values()].map(({ body }) => body)).toEqual([
    {
      ...{ dataset, evaluationDataset, evalAutoCarveout: false, baseModel: model.modelId },
      outputModel: `accounts/acme/models/parley-${id.slice(0, 8)}-1`,
      ...{ epochs: 4, batchSizeSamples: 8, learningRate: 0.5 },
    },
  ])
  expect(server.seen()).toEqual([
    ...['GET /v1/accounts', `POST ${path}/datasets`, `POST ${path}/datasets/*:upload`],
    ...[`GET ${path}/datasets/*`, `POST ${path}/supervisedFineTuningJobs`],
    `GET ${path}/supervisedFineTuningJobs/*`,
  ])
  expect([...server.datasets.values()].map(({ examples }) => examples)).toEqual([10, 2])
})

test('a training whose answer was lost is found by its name', async () => {
  const { server, train, until } = await open()
  server.loseAnswer(`POST ${path}/supervisedFineTuningJobs`)
  const id = await train({ suffix: '' })
  expect(await until(id, isSettled)).toMatchObject({
    state: 'succeeded',
    tunedModel: `accounts/acme/models/parley-${id}-1`,
  })
  expect([server.jobs.size, server.violations]).toEqual([1, []])
})

test('an upload whose answer was lost goes again, into another data set', async () => {
  const { server, train, until } = await open()
  server.loseAnswer(`POST ${path}/datasets/*:upload`)
  const id = await train()
  expect(await until(id, isSettled)).toMatchObject({ state: 'succeeded' })
  expect([server.datasets.size, server.jobs.size]).toEqual([3, 1])
})

test('a data set that it finds unusable creates no training', async () => {
  const { server, train, until } = await open()
  server.spoil()
  const id = await train()
  expect(await until(id, isRefused)).toMatchObject({
    error: { code: 'unprocessable', details: { answer: 'Line 3 is bad' } },
  })
  expect(server.jobs.size).toBe(0)
})

test('a key with several accounts uploads nothing', async () => {
  const { server, train, until } = await open()
  server.reach('accounts/acme', 'accounts/other')
  const id = await train()
  expect(await until(id, isRefused)).toMatchObject({
    error: { code: 'trainingAccountUnclear', details: { subject: 'acme, other' } },
  })
  expect(server.seen()).toEqual(['GET /v1/accounts'])
})

test('a name that it does not take is refused instead of changed', async () => {
  const { server, train, until } = await open()
  const id = await train({ suffix: 'Two Words' })
  const refused = await until(id, isRefused)
  expect(refused.error?.details?.answer).toBe('invalid fine-tuning job')
  expect(server.jobs.size).toBe(0)
})

test('a training can be cancelled, not paused', async () => {
  const { server, train, until, handlers } = await open()
  server.hold()
  const id = await train()
  expect(await until(id, ({ state }) => state === 'running')).toMatchObject({ canPause: false })
  await handlers.cancel({ id }, testCaller)
  expect(await until(id, isSettled)).toMatchObject({ state: 'cancelled', tunedModel: null })
})

test('a file over 150 MB is refused before anything is sent', async () => {
  const path = join(temporaryFolder(), 'set.jsonl')
  writeFileSync(path, '')
  truncateSync(path, 150_000_001)
  const file = { name: 'set.jsonl', content: await openAsBlob(path), examples: 10 }
  const sent: unknown[] = []
  const send = (call: unknown): Promise<void> => Promise.resolve(void sent.push(call))
  await expect(fireworks.upload(file, send)).rejects.toMatchObject({
    code: 'fireworksFileTooLarge',
  })
  expect(sent).toEqual([])
})

test.each([
  ['COMPLETED', 'succeeded', 'accounts/acme/models/x1'],
  ['EARLY_STOPPED', 'succeeded', 'accounts/acme/models/x1'],
  ['FAILED', 'failed', null],
  ['EXPIRED', 'failed', null],
  ['CANCELLED', 'cancelled', null],
  ['CANCELLING', null, null],
  ['PAUSED', null, null],
])('the state %s ends as %s', (state, end, tunedModel) => {
  const job = { name: 'accounts/acme/supervisedFineTuningJobs/j1', outputModel: 'x1' }
  const status = { code: 'INTERNAL', message: 'No GPU' }
  expect(fireworks.read({ ...job, state: `JOB_STATE_${state}`, status })).toMatchObject({
    ...{ id: job.name, state: state.toLowerCase(), end, tunedModel, reason: 'No GPU' },
  })
})
