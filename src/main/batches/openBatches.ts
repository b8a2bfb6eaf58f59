import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { batches as batchesFeature } from '../../shared/batches/batches.ts'
import type { FeatureContext, OpenFeature } from '../feature.ts'
import type { OpenJobs } from '../jobs/openJobs.ts'
import type { Providers } from '../providers/providers.ts'
import { patient } from '../storage/waitForLock.ts'
import { sleepUntil, within } from '../timeLimit.ts'
import { batchKind } from './batchKind.ts'
import { createBatchesInHistory, recoverBatches } from './batchesInHistory.ts'

export interface BatchesOptions {
  jobs: Pick<OpenJobs, 'addKind' | 'start'>
  providers: Pick<Providers, 'lookup' | 'describe' | 'eachKey' | 'batchOfferOf'>
  /** Asks the user for files. */
  choose: (what: 'file') => Promise<readonly string[]>
  /** Asks the user where to save a file of this name. */
  choosePlace: (name: string) => Promise<string | null>
  /** The thread that reads workbooks, `workbookWorker.ts`. */
  workbookEntry: string | URL
}

export interface OpenBatches extends OpenFeature<typeof batchesFeature> {
  /** Goes on with what an earlier run of Parley has left, once jobs run. */
  begin: () => void
  /** Looks at once at what runs at services. Called once the computer wakes. */
  resume: () => void
  /** Returns the ids under which the inputs are noted that services may still have to read. */
  inputsInUse: () => ReadonlySet<string>
}

/** Parley quits after this time, whether or not the last answers have come. */
const lastAnswersMs = 3000

/** Opens the runs over tables. Their rows are in the history; sending them is a job. */
export function openBatches(
  { createBroadcast, folder, history, log }: FeatureContext,
  { jobs, providers, choose, choosePlace, workbookEntry }: BatchesOptions,
): OpenBatches {
  const broadcast = createBroadcast('batches', batchesFeature)
  const inputFolder = join(folder, 'batch-inputs')
  let isBegun = false
  const current = history.add({
    recover: recoverBatches,
    open(database) {
      // A run that was killed has left them: what was not uploaded is written anew.
      rmSync(inputFolder, { recursive: true, force: true })
      const opened = createBatchesInHistory(database, {
        ...{ broadcast, choosePlace, workbookEntry, log },
        lookup: providers.lookup,
        describe: providers.describe,
        eachKey: providers.eachKey,
        offerOf: providers.batchOfferOf,
        inputFolder,
        start: jobs.start,
        chooseFile: async () => (await choose('file'))[0],
        now: Date.now,
        delay: sleepUntil,
      })
      if (isBegun) opened.begin()
      return { ...opened, handlers: patient(opened.handlers) }
    },
  })
  jobs.addKind(batchKind(current))
  return {
    handlers: () => current()?.handlers,
    begin() {
      if (isBegun) return
      isBegun = true
      current()?.begin()
    },
    resume: () => current()?.wake(),
    inputsInUse: () => current()?.inputsInUse() ?? new Set(),
    // Answers that come within it are paid for once.
    close: async () => void (await within(lastAnswersMs, current()?.finish() ?? Promise.resolve())),
  }
}
