import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import type { z } from 'zod'
import { AppError } from '../../shared/errors.ts'
import {
  trainJob,
  type fineTuning,
  type Training,
  type TrainingEstimate,
  type TrainingOptions,
  type TrainingState,
} from '../../shared/fineTuning/fineTuning.ts'
import type { SetReport } from '../../shared/fineTuning/findings.ts'
import type { Broadcast, FeatureHandlers } from '../../shared/ipc/define.ts'
import { trainingLimits } from '../../shared/limits.ts'
import type { ModelReference } from '../../shared/models.ts'
import { createAnnouncer } from '../jobs/announcer.ts'
import type { JobRun } from '../jobs/jobKind.ts'
import type { StartJob } from '../jobs/jobRunner.ts'
import type { Database } from '../storage/connection.ts'
import type { TunedModel } from '../providers/models/withTuned.ts'
import { writeWhole } from '../storage/writeWhole.ts'
import { listMarks, setMark, writeMarked, type ExampleOf } from './goodExamples.ts'
import { openAccount } from './running/openAccount.ts'
import { runTraining, type RunDependencies, type TrainingRun } from './running/runTraining.ts'
import type { TrainingAction, TuningDialect } from './service/tuningDialect.ts'
import {
  changeTraining,
  deleteTraining,
  findTraining,
  insertTraining,
  readTraining,
  readTrainings,
  readTunedModels,
  type StoredTraining,
} from './trainingTable.ts'

export interface TrainingsDependencies extends Omit<
  RunDependencies,
  'database' | 'announce' | 'closing'
> {
  broadcast: Broadcast<typeof fineTuning>
  start: StartJob
  chooseFile: () => Promise<string | undefined>
  choosePlace: (name: string) => Promise<string | null>
  /** Copies a file into Parley's own. Errors: trainingFileUnreadable, trainingFileTooLarge. */
  storeFile: (path: string) => Promise<string>
  storeText: (text: string) => Promise<string>
  check: (fileId: string, name: string) => Promise<SetReport>
  exampleOf: ExampleOf
  /** Estimates the cost of a training by a model. Errors: providerMissing. */
  estimate: (
    report: SetReport,
    options: TrainingOptions,
    model: ModelReference,
  ) => Promise<TrainingEstimate>
}

type Run = JobRun<{ trainingId: string }, { step: number }>

/** The trainings of an open history. */
export interface TrainingsInHistory {
  handlers: FeatureHandlers<typeof fineTuning>
  /** Takes a training to its end, as a job. */
  run: (run: Run) => Promise<z.input<typeof trainJob.result>>
  /** Goes on with what an earlier run of Parley has left. */
  begin: () => void
  /** Returns the finished models at a provider, and what each was made from. */
  tunedModels: (providerId: string) => TunedModel[]
  close: () => void
}

const defaultOptions: Omit<TrainingOptions, 'seed'> = {
  validationShare: 0.2,
  dropDuplicates: false,
  epochs: null,
  batchSize: null,
  learningRate: null,
  beta: null,
  suffix: '',
  tokenPrice: null,
}
const active: readonly TrainingState[] = ['uploading', 'creating', 'running']
const startable: readonly TrainingState[] = ['draft']

export function createTrainingsInHistory(
  database: Database,
  dependencies: TrainingsDependencies,
): TrainingsInHistory {
  const { broadcast, start, chooseFile, choosePlace, storeFile, check, dialectOf, now } =
    dependencies
  const closing = new AbortController()
  const running = new Map<string, TrainingRun>()
  const announcer = createAnnouncer((ids: string[]) =>
    broadcast(
      'changed',
      ids.flatMap((id) => findTraining(database, id).map(toPage)),
    ),
  )

  function toPage(stored: StoredTraining): Training {
    const { model, state, remoteState } = stored
    const dialect = model ? dialectIfAny(model.providerId) : undefined
    const isPausable = state === 'running' && dialect?.canPause === true
    const isPaused = remoteState === 'paused'
    const flags = {
      dialect: dialect?.name ?? null,
      canPause: isPausable && !isPaused,
      canResume: isPausable && isPaused,
    }
    const { secretId: _1, fileId: _2, trainingFile: _3, validationFile: _4, ...shown } = stored
    const { consents: _5, posts: _6, ...rest } = shown
    return { ...rest, ...flags }
  }

  function dialectIfAny(providerId: string): TuningDialect | undefined {
    try {
      return dialectOf(providerId)
    } catch {
      return undefined
    }
  }

  const read = (id: string): Training => toPage(readTraining(database, id))

  function announced(id: string): Training {
    announcer.now(id)
    return read(id)
  }

  function assertState(id: string, states: readonly TrainingState[]): StoredTraining {
    const training = readTraining(database, id)
    if (states.includes(training.state)) return training
    throw new AppError('conflict', `The training is ${training.state}`)
  }

  function go({ id, name }: Pick<StoredTraining, 'id' | 'name'>): Training {
    start(trainJob, { trainingId: id, name })
    return announced(id)
  }

  function add(name: string, fileId: string, report: SetReport, from?: StoredTraining): Training {
    const id = randomUUID()
    const seed = Math.floor(Math.random() * trainingLimits.seed.most)
    const options = from?.options ?? { ...defaultOptions, seed }
    const model = from?.model ?? null
    insertTraining(database, { id, name, fileId, report, model, options, createdAt: now() })
    return announced(id)
  }

  async function act(id: string, action: TrainingAction): Promise<Training> {
    const { model, secretId, remoteId } = assertState(id, ['running'])
    if (!model || remoteId === null) throw new AppError('conflict', 'It is not created yet')
    const { providerId } = model
    const { client } = await openAccount(dependencies, { providerId, secretId })
    await client.act(remoteId, action, closing.signal)
    running.get(id)?.wake()
    return announced(id)
  }

  async function cancel(id: string): Promise<Training> {
    const { state } = assertState(id, active)
    const run = running.get(id)
    if (state === 'running') await act(id, 'cancel')
    else if (run) run.cancel()
    // The request may have arrived, so it may not have been cancelled.
    else if (state === 'creating') changeTraining(database, id, { state: 'unknown' })
    else changeTraining(database, id, { state: 'cancelled', endedAt: now() })
    return announced(id)
  }

  return {
    async run({ input: { trainingId: id }, signal, isCancelled, hold }) {
      const announce: RunDependencies['announce'] = (changed, when) => announcer[when](changed)
      const stopping = new AbortController()
      const all = { ...dependencies, database, announce }
      const stops = AbortSignal.any([closing.signal, stopping.signal])
      const run = runTraining(id, { ...all, closing: stops }, hold)
      running.set(id, run)
      const stop = (): void => (isCancelled() ? run.cancel() : stopping.abort())
      signal.addEventListener('abort', stop, { once: true })
      if (signal.aborted) stop()
      try {
        await run.ended
      } finally {
        signal.removeEventListener('abort', stop)
        running.delete(id)
        announcer.soon(id)
      }
      return { state: readTraining(database, id).state }
    },
    begin() {
      for (const training of readTrainings(database)) {
        if (active.includes(training.state)) go(training)
      }
    },
    tunedModels: (providerId) => readTunedModels(database, providerId),
    close() {
      closing.abort()
      announcer.close()
    },
    handlers: {
      async choose() {
        const path = await chooseFile()
        if (path === undefined) return { training: null }
        const name = basename(path)
        const fileId = await storeFile(path)
        return { training: add(name, fileId, await check(fileId, name)) }
      },
      marks: () => ({ messageIds: listMarks(database) }),
      mark(given) {
        setMark(database, given, now())
        return {}
      },
      async fromMarked() {
        const { text, leftOut } = writeMarked(database, dependencies.exampleOf)
        const name = 'good-examples.jsonl'
        const fileId = await dependencies.storeText(text)
        return { training: add(name, fileId, await check(fileId, name)), leftOut }
      },
      list: () => readTrainings(database).map(toPage),
      async estimate({ id, model, options }) {
        const { report } = assertState(id, startable)
        changeTraining(database, id, { model, options })
        announcer.soon(id)
        if (!model) return { estimate: null }
        return { estimate: await dependencies.estimate(report, options, model) }
      },
      start({ id, model, options }) {
        const training = assertState(id, startable)
        if (training.report.faults > 0) throw new AppError('badInput', 'The set has faults')
        if (training.report.method === 'dpo' && !dialectOf(model.providerId).takesPreferences) {
          throw new AppError('trainingPreferences', 'The service takes no preference pairs')
        }
        const consent = { state: 'uploading', consents: training.consents + 1 } as const
        changeTraining(database, id, { ...consent, model, options, error: null, startedAt: now() })
        return go(training)
      },
      lookAgain({ id }) {
        const training = assertState(id, [...active, 'unknown'])
        const state = training.state === 'unknown' ? 'creating' : training.state
        changeTraining(database, id, { state, error: null })
        running.get(id)?.wake()
        return go(training)
      },
      createAgain({ id }) {
        const training = assertState(id, ['unknown'])
        const consents = training.consents + 1
        // It has files of its own, so that the two are never taken for one.
        const files = { trainingFile: null, validationFile: null }
        changeTraining(database, id, { ...files, state: 'uploading', consents, error: null })
        return go(training)
      },
      pause: ({ id }) => act(id, 'pause'),
      resume: ({ id }) => act(id, 'resume'),
      cancel: ({ id }) => cancel(id),
      copy({ id }) {
        const training = readTraining(database, id)
        return add(training.name, training.fileId, training.report, training)
      },
      async save({ id }) {
        const { name, fileId } = readTraining(database, id)
        const path = await choosePlace(name.replace(/(?:\.\w+)?$/, '.jsonl'))
        if (path === null) return { saved: false }
        await writeWhole(path, createReadStream(dependencies.pathOf(fileId)))
        return { saved: true }
      },
      remove({ id }) {
        assertState(id, ['draft', 'unknown', 'succeeded', 'failed', 'cancelled'])
        if (running.has(id)) throw new AppError('conflict', 'The training is under way')
        deleteTraining(database, id)
        announcer.forget(id)
        broadcast('removed', { id })
        return {}
      },
    },
  }
}
