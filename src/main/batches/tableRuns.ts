import { setImmediate } from 'node:timers/promises'
import type { z } from 'zod'
import { runJob } from '../../shared/batches/batches.ts'
import type { Log } from '../feature.ts'
import type { JobRun } from '../jobs/jobKind.ts'
import type { StartJob } from '../jobs/jobRunner.ts'
import { readBatch, readCounts, requireState, setState } from './batchTable.ts'
import { inSlices } from './inSlices.ts'
import { moveSlice } from './rowTable.ts'
import type { BatchRun, RunDependencies } from './running/batchRun.ts'
import { runBatch } from './running/runBatch.ts'
import { hasOpenParts } from './services/partTable.ts'
import { runParts, type PartsDependencies } from './services/runParts.ts'

export interface TableRunsDependencies
  extends RunDependencies, Pick<PartsDependencies, 'eachKey' | 'offerOf' | 'inputFolder'> {
  start: StartJob
  log: Log
}

type Run = JobRun<{ batchId: string }, { done: number; total: number }>

/** The runs of the tables that are being sent. */
export interface TableRuns {
  /** Sends the rows of a table, as a job. */
  run: (run: Run) => Promise<z.input<typeof runJob.result>>
  /** Sends the waiting rows of a table: by the run that sends already, or by a new job. */
  send: (id: string) => Promise<void>
  /** Cancels a table and its waiting rows, and its batches at the service. Errors: conflict. */
  cancel: (id: string) => Promise<void>
  /** Returns true while a table has a run, also one that only follows batches at a service. */
  has: (id: string) => boolean
  /** Returns the time until which a run sends nothing, because the service has asked for it. */
  heldUntil: (id: string) => number | null
  /** Lets the run of a table look at the table's state, which has changed. */
  wake: (id: string) => void
  wakeAll: () => void
  /** Sends nothing more. Resolves once no request is under way. */
  finish: () => Promise<void>
}

export function createTableRuns({ start, log, ...dependencies }: TableRunsDependencies): TableRuns {
  const { database, now } = dependencies
  const running = new Map<string, BatchRun>()
  /** The jobs that end, after their last row. */
  const ending = new Map<string, Promise<unknown>>()

  async function send(id: string): Promise<void> {
    const { name } = readBatch(database, id)
    const current = running.get(id)
    if (current && !current.isEnding()) current.wake()
    else {
      // The job ends a moment after its last row.
      await ending.get(id)
      await setImmediate()
      start(runJob, { batchId: id, name })
    }
    dependencies.announce(id, 'now')
  }

  async function cancel(id: string): Promise<void> {
    requireState(database, id, 'running', 'paused')
    setState(database, id, 'cancelled', { now: now() })
    running.get(id)?.wake()
    await inSlices(() => moveSlice(database, id, { from: 'waiting', to: 'cancelled' }))
    // The run cancels the batches at the service, too.
    if (!running.has(id) && hasOpenParts(database, id)) await send(id)
  }

  async function runOnce({ input, signal, isCancelled, report, hold }: Run): Promise<void> {
    const { batchId } = input
    const batch = readBatch(database, batchId)
    const hasParts = hasOpenParts(database, batchId)
    // Batches at a service are followed also while the table is paused.
    const isResumed = batch.state === 'paused' && batch.error !== null && !hasParts
    if (isResumed) setState(database, batchId, 'running', { now: now() })
    const announce: RunDependencies['announce'] = (id, when) => {
      const counts = readCounts(database, id)
      const done = counts.done + counts.failed + counts.unknown
      report({ done, total: done + counts.waiting + counts.sent })
      dependencies.announce(id, when)
    }
    const all = { ...dependencies, announce }
    const run =
      batch.way === 'service' ? runParts(batchId, all, hold) : runBatch(batchId, all, hold)
    running.set(batchId, run)
    const stop = (): void => {
      if (isCancelled()) cancel(batchId).catch((error: unknown) => log('Not cancelled', error))
      run.stop()
    }
    signal.addEventListener('abort', stop, { once: true })
    if (signal.aborted) stop()
    try {
      await run.ended
    } finally {
      signal.removeEventListener('abort', stop)
      running.delete(batchId)
    }
  }

  return {
    async run(run) {
      const { batchId } = run.input
      const ended = runOnce(run)
      ending.set(
        batchId,
        ended.catch(() => undefined),
      )
      await ended
      const { state } = readBatch(database, batchId)
      return { state: state === 'done' || state === 'cancelled' ? state : 'paused' }
    },
    ...{ send, cancel },
    has: (id) => running.has(id),
    heldUntil: (id) => running.get(id)?.until() ?? null,
    wake: (id) => running.get(id)?.wake(),
    wakeAll: () => running.forEach((run) => run.wake()),
    async finish() {
      for (const run of running.values()) run.stop()
      await Promise.allSettled([...running.values()].map(({ ended }) => ended))
    },
  }
}
