import { join } from 'node:path'
import { AppError } from '../../shared/errors.ts'
import { jobs as jobsFeature } from '../../shared/jobs.ts'
import type { JobDefinition } from '../../shared/jobs.ts'
import type { FeatureContext, OpenFeature } from '../feature.ts'
import { patient } from '../storage/waitForLock.ts'
import { anyKind } from './jobKind.ts'
import type { AnyJobKind, JobKind } from './jobKind.ts'
import type { StartJob } from './jobRunner.ts'
import { createJobsInHistory } from './jobsInHistory.ts'

export interface OpenJobs extends OpenFeature<typeof jobsFeature> {
  /** Registers a kind of jobs, before the history opens. */
  addKind: <D extends JobDefinition>(kind: JobKind<D>) => void
  /**
   * Starts a job, or returns the active one with the same key. Errors: tooManyAtOnce, diskFull,
   * databaseLocked.
   */
  start: StartJob
  /** Starts to run jobs, once the window is on the screen: nobody waits for a job. */
  begin: () => void
  /** Tells whether a job is running, or waiting for its turn. */
  isBusy: () => boolean
}

/** Opens the jobs, whose rows are in the history. */
export function openJobs(context: FeatureContext): OpenJobs {
  const { folder, log, history } = context
  const broadcast = context.createBroadcast('jobs', jobsFeature)
  const lockPath = join(folder, 'jobs.lock')
  const kinds: AnyJobKind[] = []
  let isBegun = false
  const current = history.add({
    open(database) {
      const opened = createJobsInHistory(database, { kinds, broadcast, lockPath, log })
      if (isBegun) opened.begin()
      return { ...opened, handlers: patient(opened.handlers) }
    },
  })
  return {
    handlers: () => current()?.handlers,
    addKind: (kind) => void kinds.push(anyKind(kind)),
    start(definition, input) {
      const opened = current()
      if (!opened) throw new AppError('databaseLocked', 'The history is not open')
      return opened.start(definition, input)
    },
    begin() {
      if (isBegun) return
      isBegun = true
      current()?.begin()
    },
    isBusy: () => current()?.isBusy() ?? false,
  }
}
