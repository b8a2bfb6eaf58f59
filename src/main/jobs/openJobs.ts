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
  /** Makes a kind of jobs known, before the history is opened. */
  addKind: <D extends JobDefinition>(kind: JobKind<D>) => void
  /**
   * Begins a job, or returns the active one that does the same. Errors: tooManyCalls, diskFull,
   * databaseLocked.
   */
  start: StartJob
  /** Runs the jobs from now on. The window must be on the screen: nobody waits for a job. */
  begin: () => void
}

/** Opens the jobs. Their rows lie in the history. */
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
  }
}
