import { AppError } from '../../shared/errors.ts'
import type { Broadcast, FeatureHandlers } from '../../shared/ipc/define.ts'
import type { jobs } from '../../shared/jobs.ts'
import type { Database } from '../storage/connection.ts'
import type { AnyJobKind } from './jobKind.ts'
import { createJobRunner } from './jobRunner.ts'
import type { JobRunner, StartJob } from './jobRunner.ts'
import type { Log } from '../feature.ts'
import { lockRunner } from './lockRunner.ts'

export interface JobsDependencies {
  /** The kinds of every feature. */
  kinds: readonly AnyJobKind[]
  broadcast: Broadcast<typeof jobs>
  /** The file whose lock keeps other processes from running the same jobs. */
  lockPath: string
  log: Log
}

/** The jobs of an open history. */
export interface JobsInHistory {
  handlers: FeatureHandlers<typeof jobs>
  /**
   * Starts a job. Errors: those of the runner, and databaseLocked while another process runs the
   * jobs.
   */
  start: StartJob
  /** Starts to run waiting jobs. */
  begin: () => void
  /** Tells whether a job is running, or waiting for its turn. */
  isBusy: () => boolean
  close: () => void
}

const lockPauseMilliseconds = 1000

/** Opens the jobs. None runs before `begin`, nor while another process runs them. */
export function createJobsInHistory(
  database: Database,
  { kinds, broadcast, lockPath, log }: JobsDependencies,
): JobsInHistory {
  let runner: JobRunner | undefined
  let release: (() => void) | undefined
  let isBegun = false
  let timer: NodeJS.Timeout | undefined

  function open(): JobRunner {
    if (runner) return runner
    release ??= lockRunner(lockPath)
    if (!release) throw new AppError('databaseLocked', 'Another process runs the jobs')
    runner = createJobRunner({
      database,
      kinds,
      onChanged: (changed) => broadcast('changed', changed),
      onRemoved: (ids) => broadcast('removed', { ids }),
      log,
    })
    if (isBegun) runner.begin()
    return runner
  }

  function begin(): void {
    isBegun = true
    try {
      open().begin()
    } catch (error) {
      if (!timer) log('The jobs do not run yet', error)
      timer = setTimeout(begin, lockPauseMilliseconds)
    }
  }

  return {
    handlers: {
      list: () => open().list(),
      cancel: ({ id }) => open().cancel(id),
      retry: ({ id }) => open().retry(id),
      dismiss({ id }) {
        open().dismiss(id)
        return {}
      },
    },
    start: (definition, input) => open().start(definition, input),
    begin,
    isBusy: () => runner?.isBusy() ?? false,
    close() {
      clearTimeout(timer)
      runner?.close()
      runner = undefined
      release?.()
      release = undefined
    },
  }
}
