import { expect, onTestFinished, test } from 'vitest'
import type { DialectName } from '../../../../src/main/fineTuning/service/tuningDialect.ts'
import type { TrainingOptions } from '../../../../src/shared/fineTuning/fineTuning.ts'
import { startFakeFineTuning } from '../../../fakes/fakeFineTuning.ts'
import {
  mistralTuning,
  startFakeTuning,
  togetherTuning,
} from '../../../fakes/fakeTuningDialects.ts'
import { temporaryFolder } from '../../storage/temporaryFolder.ts'
import { preferences, toLines } from '../chats.ts'
import { isRefused, isSettled, model, openTestTrainings, testCaller } from '../openTestTrainings.ts'

const services = { mistral: mistralTuning, together: togetherTuning }
type Service = keyof typeof services

function openTrainings(baseUrl: string, dialect: DialectName) {
  const trainings = openTestTrainings({ folder: temporaryFolder(), baseUrl, dialect })
  onTestFinished(() => trainings.crash())
  trainings.begin()
  return trainings
}

async function open(dialect: Service) {
  const server = await startFakeTuning(services[dialect])
  onTestFinished(() => server.close())
  return { server, ...openTrainings(server.baseUrl, dialect) }
}

/** Options that all dialects have. */
const more: Partial<TrainingOptions> = { epochs: 4, learningRate: 0.5, batchSize: null }

test('Mistral: created without a start, started once it is validated, and read to its end', async () => {
  const { server, train, until } = await open('mistral')
  const id = await train(more)
  expect(await until(id, isSettled)).toMatchObject({
    ...{ state: 'succeeded', remoteState: 'success', tunedModel: 'ft:open-mistral-7b:acme:x1' },
    ...{ trainedTokens: 24_000, dollars: 0.12, checkpoints: [] },
    curve: [
      { step: 1, trainingLoss: 2, validationLoss: 2.2 },
      { step: 2, trainingLoss: 1, validationLoss: 1.1 },
    ],
    events: [{ message: 'status-updated', at: 1_700_000_000_000 }],
  })
  expect(server.created()).toEqual([
    {
      model: model.modelId,
      training_files: [{ file_id: 'file-1', weight: 1 }],
      validation_files: ['file-2'],
      suffix: 'parley',
      auto_start: false,
      hyperparameters: { epochs: 4, learning_rate: 0.5 },
    },
  ])
  expect(server.seen()).toEqual([
    ...['POST /files', 'POST /fine_tuning/jobs', 'GET /fine_tuning/jobs/*'],
    'POST /fine_tuning/jobs/*/start',
  ])
})

test('Mistral: a start whose answer was lost is not sent again', async () => {
  const { server, train, until } = await open('mistral')
  server.loseAnswer('POST /fine_tuning/jobs/*/start')
  const id = await train()
  expect(await until(id, isSettled)).toMatchObject({ state: 'succeeded', error: null })
  const starts = server.requests.filter(({ path }) => path.endsWith('/start'))
  expect(starts).toHaveLength(1)
})

test('Together: uploaded and created by its own addresses, with the price that it names', async () => {
  const { server, train, until } = await open('together')
  const id = await train({ ...more, batchSize: 8 })
  expect(await until(id, isSettled)).toMatchObject({
    ...{ state: 'succeeded', remoteState: 'completed', tunedModel: 'acme/parley-x1' },
    ...{ trainedTokens: 24_000, dollars: 0.48, curve: [], checkpoints: [] },
    events: [
      { message: 'Event 1', level: 'warn', at: Date.UTC(2026, 0, 1, 0, 1) },
      { message: 'Event 0', level: 'info', at: Date.UTC(2026, 0, 1) },
    ],
  })
  expect(server.created()).toEqual([
    {
      ...{ model: model.modelId, training_file: 'file-1', validation_file: 'file-2', n_evals: 5 },
      ...{ suffix: 'parley', n_epochs: 4, batch_size: 8, learning_rate: 0.5, random_seed: 7 },
      ...{ training_method: { method: 'sft' }, training_type: { type: 'Lora' } },
    },
  ])
  expect(server.seen()).toEqual([
    ...['POST /files/upload', 'POST /fine-tunes', 'GET /fine-tunes/*', 'GET /fine-tunes/*/events'],
  ])
})

test('Together: a file that it finds invalid creates no training', async () => {
  const { server, train, until } = await open('together')
  server.answerUploads({ processing_status: 'invalid_format', status_details: 'Line 3 is bad' })
  const id = await train()
  expect(await until(id, isRefused)).toMatchObject({
    error: { code: 'unprocessable', details: { answer: 'Line 3 is bad' } },
  })
  expect(server.seen()).toEqual(['POST /files/upload'])
})

test.each<Service>(['mistral', 'together'])(
  '%s: a training whose answer was lost is found by its file',
  async (name) => {
    const { server, train, until } = await open(name)
    server.loseAnswer(`POST ${services[name].path}`)
    const id = await train()
    expect(await until(id, isSettled)).toMatchObject({ state: 'succeeded' })
    expect(server.created()).toHaveLength(1)
  },
)

test.each<[Service, Partial<TrainingOptions>]>([
  ['mistral', { suffix: 'longer-than-eighteen' }],
  ['together', { epochs: 21 }],
])('%s: a value that it does not take is refused instead of changed', async (name, chosen) => {
  const { server, train, until } = await open(name)
  const id = await train(chosen)
  expect(await until(id, isRefused)).toMatchObject({ error: { code: 'unprocessable' } })
  expect(server.created()).toEqual([])
})

test.each<Service>(['mistral', 'together'])(
  '%s: a training can be cancelled, not paused',
  async (name) => {
    const { server, train, until, handlers } = await open(name)
    server.hold()
    const id = await train()
    expect(await until(id, ({ state }) => state === 'running')).toMatchObject({ canPause: false })
    await handlers.cancel({ id }, testCaller)
    expect(await until(id, isSettled)).toMatchObject({ state: 'cancelled' })
  },
)

test("Azure: trained by OpenAI's requests", async () => {
  const server = await startFakeFineTuning()
  onTestFinished(() => server.close())
  const { train, until } = openTrainings(server.baseUrl, 'azure')
  const id = await train()
  expect(await until(id, isSettled)).toMatchObject({ state: 'succeeded', trainedTokens: 24_000 })
  expect(server.violations).toEqual([])
})

test.each(['mistral', 'fireworks'] as const)(
  '%s: preference pairs are refused before anything is sent',
  async (dialect) => {
    const server = await startFakeTuning(mistralTuning)
    onTestFinished(() => server.close())
    const { add, start } = openTrainings(server.baseUrl, dialect)
    const { id, report } = await add(toLines(preferences(10)))
    expect(report).toMatchObject({ method: 'dpo', faults: 0 })
    await expect(start(id)).rejects.toMatchObject({ code: 'trainingPreferences' })
    expect(server.requests).toEqual([])
  },
)
