import { join } from 'node:path'
import { AppError } from '../../shared/errors.ts'
import {
  fineTuning as fineTuningFeature,
  type Training,
} from '../../shared/fineTuning/fineTuning.ts'
import type { FeatureContext, OpenFeature } from '../feature.ts'
import type { OpenJobs } from '../jobs/openJobs.ts'
import type { TunedModel } from '../providers/models/withTuned.ts'
import type { Providers } from '../providers/providers.ts'
import type { UploadRecordFor } from '../providers/uploadRecord.ts'
import type { Blobs } from '../storage/blobs.ts'
import { patient } from '../storage/waitForLock.ts'
import { sleepUntil } from '../timeLimit.ts'
import { runTask } from '../workers/runTask.ts'
import { estimateTraining, trainingPrice } from './estimateTraining.ts'
import type { ExampleOf } from './goodExamples.ts'
import { dialectOf } from './service/dialects.ts'
import { setTask } from './set/setTask.ts'
import { storeFile, storeText } from './storeFile.ts'
import { trainKind } from './trainKind.ts'
import { createTrainingsInHistory } from './trainingsInHistory.ts'
import { usedTrainingFiles } from './trainingTable.ts'

export interface FineTuningOptions {
  jobs: Pick<OpenJobs, 'addKind' | 'start'>
  providers: Pick<Providers, 'eachKey' | 'withTask' | 'describe' | 'forgetModels'>
  uploadsOf: UploadRecordFor
  blobs: Blobs
  /** The file that serves `setTask`. */
  setWorker: string | URL
  choose: (what: 'file') => Promise<readonly string[]>
  choosePlace: (name: string) => Promise<string | null>
  exampleOf: ExampleOf
}

export interface OpenFineTuning extends OpenFeature<typeof fineTuningFeature> {
  /** Goes on with what an earlier run of Parley has left, once jobs run. */
  begin: () => void
  /** Returns the finished models at a provider; none while the history is closed. */
  tunedModels: (providerId: string) => TunedModel[]
}

const taskLimits = { milliseconds: 10 * 60_000, megabytes: 1500, answerBytes: 1_000_000 }

/** Opens the trainings of models at services. Their rows are in the history; running one is a job. */
export function openFineTuning(
  { createBroadcast, history, log, folder }: FeatureContext,
  {
    jobs,
    providers,
    uploadsOf,
    blobs,
    setWorker,
    choose,
    choosePlace,
    exampleOf,
  }: FineTuningOptions,
): OpenFineTuning {
  const broadcast = createBroadcast('fineTuning', fineTuningFeature)
  let isBegun = false

  function configOf(providerId: string) {
    const config = providers.withTask('chat').find(({ id }) => id === providerId)
    if (config) return config
    throw new AppError('providerMissing', 'The provider is gone or off')
  }

  function priceOf({ model, options }: Pick<Training, 'model' | 'options'>): number | null {
    if (!model) return null
    const { dialect, isKnown } = dialectOf(configOf(model.providerId))
    return trainingPrice(model.modelId, options, dialect.name === 'openai' && isKnown)
  }

  const current = history.add({
    usedFiles: usedTrainingFiles,
    open(database) {
      const opened = createTrainingsInHistory(database, {
        ...{ broadcast, choosePlace, log, uploadsOf },
        eachKey: providers.eachKey,
        dialectOf: (providerId) => dialectOf(configOf(providerId)).dialect,
        folder: join(folder, 'fineTuning'),
        pathOf: blobs.path,
        start: jobs.start,
        chooseFile: async () => (await choose('file'))[0],
        storeFile: (path) => storeFile(blobs, path),
        storeText: (text) => storeText(blobs, text),
        exampleOf,
        async check(fileId, subject) {
          const input = { what: 'check' as const, path: blobs.path(fileId) }
          const answer = await runTask(setWorker, setTask, input, { limits: taskLimits, subject })
          if ('report' in answer) return answer.report
          throw new AppError('unreadable', 'The thread has divided the set', { subject })
        },
        async split(options, signal) {
          const input = { what: 'split' as const, ...options }
          const given = { limits: taskLimits, subject: options.path, signal }
          const answer = await runTask(setWorker, setTask, input, given)
          if ('split' in answer) return answer.split
          throw new AppError('unreadable', 'The thread has only checked the set')
        },
        async estimate(report, options, model) {
          const { dialect, isKnown } = dialectOf(configOf(model.providerId))
          const price = priceOf({ model, options })
          const { retirement } = await providers.describe(model)
          return {
            ...{ dialect: dialect.name, isKnown, baseEnds: retirement?.date ?? null },
            ...estimateTraining(report, options, price),
          }
        },
        priceOf,
        onTuned: providers.forgetModels,
        now: Date.now,
        delay: sleepUntil,
      })
      if (isBegun) opened.begin()
      return { ...opened, handlers: patient(opened.handlers) }
    },
  })
  jobs.addKind(trainKind(current))
  return {
    handlers: () => current()?.handlers,
    begin() {
      if (isBegun) return
      isBegun = true
      current()?.begin()
    },
    tunedModels: (providerId) => current()?.tunedModels(providerId) ?? [],
  }
}
