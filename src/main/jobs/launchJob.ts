import { AppError, toWire } from '../../shared/errors.ts'
import type { WireError } from '../../shared/errors.ts'
import type { Log } from '../feature.ts'
import type { Announcer } from './announcer.ts'
import { backOff, mayPass } from './backOff.ts'
import type { JobEntry, JobWork } from './jobEntry.ts'
import type { JobRun } from './jobKind.ts'
import type { JobTable } from './jobTable.ts'

export interface LaunchOptions {
  table: Pick<JobTable, 'save' | 'rollBack' | 'report' | 'commit'>
  announcer: Pick<Announcer<JobEntry>, 'now' | 'soon'>
  log: Log
  now: () => number
  isClosed: () => boolean
  /** Starts the jobs that may run now. */
  pump: () => void
  pause: (entry: JobEntry, error: WireError, milliseconds: number) => void
  end: (entry: JobEntry, state: 'done' | 'failed' | 'cancelled', error: WireError | null) => void
}

const defaultTries = 5
/** The pause after a state could not be saved, without which no job continues. */
const unsavedMilliseconds = 5000

/** Saves that a job runs, and runs it. Its end is a call of `pause` or `end`. */
export function launchJob(entry: JobEntry, work: JobWork, options: LaunchOptions): void {
  const { row } = entry
  Object.assign(row, { state: 'running', until: null, error: null })
  row.startedAt ??= options.now()
  const failure = options.table.save(entry)
  if (failure && !row.cancelling) {
    options.pause(entry, failure, unsavedMilliseconds)
    return
  }
  entry.controller = new AbortController()
  entry.wait = undefined
  if (row.cancelling) entry.controller.abort()
  options.announcer.now(entry)
  void execute(entry, work, entry.controller, options)
}

async function execute(
  entry: JobEntry,
  work: JobWork,
  controller: AbortController,
  options: LaunchOptions,
): Promise<void> {
  const { table, log, end } = options
  const { kind, progress: before } = work
  const isCurrent = (): boolean => entry.controller === controller && !options.isClosed()
  try {
    const result = await kind.run(createRun(entry, work, controller.signal, isCurrent, options))
    if (isCurrent()) work.result = kind.definition.result.parse(result)
    if (isCurrent()) end(entry, 'done', null)
  } catch (error) {
    if (!isCurrent()) return
    table.rollBack(entry)
    if (!(error instanceof AppError)) log(`A job failed: ${entry.row.kind}`, error)
    const failure =
      error instanceof AppError ? error : new AppError('internal', toWire(error).message)
    if (!entry.row.cancelling) pauseOrFail(entry, work, failure, before, options)
    else end(entry, 'cancelled', failure.code === 'aborted' ? null : toWire(failure))
  }
}

function createRun(
  entry: JobEntry,
  { kind, input, progress }: JobWork,
  signal: AbortSignal,
  isCurrent: () => boolean,
  { table, announcer, pump }: LaunchOptions,
): JobRun<unknown, unknown> {
  const { id, consents } = entry.row
  return {
    ...{ id, input, progress, consents, signal },
    isCancelled: () => entry.row.cancelling,
    report(told) {
      if (!isCurrent()) return
      table.report(entry, told)
      announcer.soon(entry)
      // It may just have left its lane.
      if (kind.holdsLane) pump()
    },
    hold(wait) {
      if (!isCurrent() || (wait === null && !entry.wait)) return
      entry.wait = wait ?? undefined
      announcer.now(entry)
    },
    commit(told) {
      if (!isCurrent()) throw new AppError('aborted', 'This run is over')
      table.commit(entry, told)
      announcer.soon(entry)
    },
  }
}

function pauseOrFail(
  entry: JobEntry,
  work: JobWork,
  failure: AppError,
  before: unknown,
  { pause, end }: LaunchOptions,
): void {
  const { row } = entry
  const { maxTries = defaultTries, hasAdvanced, ...rule } = work.kind.retry ?? {}
  row.failures = hasAdvanced?.(before, work.progress) ? 1 : row.failures + 1
  const passes = (rule.mayPass ?? mayPass)(failure) && row.failures < maxTries
  const longest = rule.maxPauseMilliseconds?.(failure) ?? Infinity
  if (passes) pause(entry, toWire(failure), Math.min(backOff(row.failures, failure), longest))
  else end(entry, 'failed', toWire(failure))
}
