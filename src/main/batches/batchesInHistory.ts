import { randomUUID } from 'node:crypto'
import { basename } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { z } from 'zod'
import { runJob, type Batch, type batches, type ChosenTable } from '../../shared/batches/batches.ts'
import { AppError } from '../../shared/errors.ts'
import type { Broadcast, FeatureHandlers } from '../../shared/ipc/define.ts'
import type { Log } from '../feature.ts'
import { createAnnouncer } from '../jobs/announcer.ts'
import type { JobRun } from '../jobs/jobKind.ts'
import type { StartJob } from '../jobs/jobRunner.ts'
import type { Database } from '../storage/connection.ts'
import { writeWhole } from '../storage/writeWhole.ts'
import { readAnswerShape } from './answers/answerShape.ts'
import { keepPrompts, readBatch, readBatches, readCounts, setState, toPage } from './batchTable.ts'
import type { Prompts, StoredBatch } from './batchTable.ts'
import { valuesOf } from './columns.ts'
import { variablesIn } from './fillPrompt.ts'
import { inSlices } from './inSlices.ts'
import { previewBatch } from './previewBatch.ts'
import { openTable } from './reading/openTable.ts'
import { storeTable } from './reading/storeTable.ts'
import { deleteSlice, moveSlice, readFirst, toShown } from './rowTable.ts'
import type { BatchRun, RunDependencies } from './running/batchRun.ts'
import { runBatch } from './running/runBatch.ts'
import { writeTable } from './saving/writeTable.ts'
import { lookAgain } from './services/lookAgain.ts'
import { hasOpenParts, partsInUse, shownParts } from './services/partTable.ts'
import { runParts, type PartsDependencies } from './services/runParts.ts'
import { createTrials } from './trying/createTrials.ts'
import { hashRequest, releaseOutdated } from './trying/triedRows.ts'

export interface BatchesDependencies
  extends
    Pick<RunDependencies, 'lookup' | 'describe' | 'now' | 'delay'>,
    Pick<PartsDependencies, 'eachKey' | 'offerOf' | 'inputFolder'> {
  broadcast: Broadcast<typeof batches>
  start: StartJob
  /** Asks the user for a file. */
  chooseFile: () => Promise<string | undefined>
  /** Asks the user where to save a file of this name. */
  choosePlace: (name: string) => Promise<string | null>
  /** The thread that reads workbooks, `workbookWorker.ts`. */
  workbookEntry: string | URL
  log: Log
}

type RunResult = z.input<typeof runJob.result>
type Run = JobRun<{ batchId: string }, { done: number; total: number }>

/** The tables of an open history. */
export interface BatchesInHistory {
  handlers: FeatureHandlers<typeof batches>
  /** Sends the rows of a table, as a job. */
  run: (run: Run) => Promise<RunResult>
  /** Goes on with what an earlier run of Parley has left. */
  begin: () => void
  /** Looks at once at what runs at services: pauses don't count the time that the computer sleeps. */
  wake: () => void
  /** Returns the ids of the parts whose inputs services may still have to read. */
  inputsInUse: () => Set<string>
  /** Sends nothing more. Resolves once no request is under way. */
  finish: () => Promise<void>
  /** Gives up the requests under way. */
  close: () => void
}

export function createBatchesInHistory(
  database: Database,
  {
    broadcast,
    start,
    chooseFile,
    choosePlace,
    workbookEntry,
    log,
    ...dependencies
  }: BatchesDependencies,
): BatchesInHistory {
  const { describe, offerOf, now } = dependencies
  const closing = new AbortController()
  /** The tables that are being sent. */
  const running = new Map<string, BatchRun>()
  /** The jobs that end, after their last row. */
  const ending = new Map<string, Promise<unknown>>()
  const announcer = createAnnouncer((ids: string[]) => broadcast('changed', ids.map(read)))

  /** The workbook that the user has chosen, until its sheet is. */
  let workbook: { fileId: string; path: string } | undefined
  const trials = createTrials({
    ...dependencies,
    ...{ database, closing: closing.signal },
    announce: (id, when) => announcer[when](id),
  })

  function read(id: string): Batch {
    const page = toPage(database, readBatch(database, id), running.get(id)?.until() ?? null)
    return { ...page, parts: shownParts(database, id) }
  }

  function announced(id: string): Batch {
    announcer.now(id)
    return read(id)
  }

  /** Returns a table in one of the states. Errors: batchMissing, conflict for another state. */
  function requireState(id: string, ...states: Batch['state'][]): StoredBatch {
    const batch = readBatch(database, id)
    if (states.includes(batch.state)) return batch
    throw new AppError('conflict', `The table is ${batch.state}`)
  }

  async function readFile(path: string, sheet?: string): Promise<ChosenTable> {
    const name = basename(path)
    const opened = await openTable(path, { workbookEntry, ...(sheet !== undefined && { sheet }) })
    if ('sheets' in opened) {
      workbook = { fileId: randomUUID(), path }
      return { fileId: workbook.fileId, name, sheets: opened.sheets }
    }
    const id = await storeTable(database, opened.reader, { name, now: now() })
    return { batch: announced(id), notes: opened.notes }
  }

  function assertDraft(id: string, { system, prompt, answerShape }: Prompts): void {
    const { columns } = requireState(id, 'draft')
    const unknown = variablesIn(system, prompt).filter((name) =>
      columns.every((column) => column.name !== name),
    )
    if (prompt.trim() === '' || unknown.length > 0) {
      throw new AppError('badInput', 'The prompt is empty or has an unknown variable')
    }
    readAnswerShape(answerShape)
  }

  function assertNotTrying(id: string): void {
    if (trials.isUnderWay(id)) throw new AppError('conflict', 'A row is being tried')
  }

  /** Sends what waits: by the run that sends already, or by a new job. */
  async function send(id: string): Promise<Batch> {
    const { name } = readBatch(database, id)
    const current = running.get(id)
    if (current && !current.isEnding()) current.wake()
    else {
      // The job ends a moment after its last row.
      await ending.get(id)
      await setImmediate()
      start(runJob, { batchId: id, name })
    }
    return announced(id)
  }

  async function runOnce({ input, signal, isCancelled, report, hold }: Run) {
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
      announcer[when](id)
    }
    const all = { ...dependencies, database, announce, closing: closing.signal }
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

  async function cancel(id: string): Promise<void> {
    requireState(id, 'running', 'paused')
    setState(database, id, 'cancelled', { now: now() })
    running.get(id)?.wake()
    await inSlices(() => moveSlice(database, id, { from: 'waiting', to: 'cancelled' }))
    // The run cancels the batches at the service, too.
    if (!running.has(id) && hasOpenParts(database, id)) await send(id)
  }

  async function erase(id: string): Promise<void> {
    await inSlices(() => !closing.signal.aborted && deleteSlice(database, id))
    if (!closing.signal.aborted) database.run('DELETE FROM batch WHERE id = ?', id)
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
    begin() {
      const removed = database.all(`SELECT id FROM batch WHERE state = 'removed'`)
      for (const { id } of removed) {
        erase(String(id)).catch((error: unknown) => log('A table was not deleted', error))
      }
      for (const { id, state } of readBatches(database)) {
        if (state === 'running' || hasOpenParts(database, id)) {
          send(id).catch((error: unknown) => log('A table does not go on', error))
        }
      }
    },
    wake: () => running.forEach((run) => run.wake()),
    inputsInUse: () => partsInUse(database),
    async finish() {
      for (const run of running.values()) run.stop()
      const runs = [...running.values()].map(({ ended }) => ended)
      await Promise.allSettled([...runs, trials.finish()])
    },
    close() {
      closing.abort()
      announcer.close()
    },
    handlers: {
      async choose() {
        const path = await chooseFile()
        if (path === undefined) return { batch: null, notes: null }
        return readFile(path)
      },
      chooseSheet({ fileId, sheet }) {
        if (workbook?.fileId !== fileId) throw new AppError('conflict', 'Another file was chosen')
        return readFile(workbook.path, sheet)
      },
      list: () =>
        readBatches(database)
          .filter(({ state }) => state !== 'reading')
          .map(({ id }) => read(id)),
      async preview({ id, model, ...prompts }) {
        keepPrompts(database, id, model, prompts)
        const batch = readBatch(database, id)
        const priced = model && {
          ...model,
          price: (await describe(model)).price,
          offer: offerOf(model.providerId),
        }
        return previewBatch(database, batch, prompts, priced)
      },
      async tryRow({ id, number, model, ...prompts }) {
        assertDraft(id, prompts)
        keepPrompts(database, id, model, prompts)
        await trials.send(id, number, model, prompts)
        return {}
      },
      async start({ id, model, way, ...prompts }) {
        assertDraft(id, prompts)
        assertNotTrying(id)
        if (way === 'service' && !offerOf(model.providerId)) {
          throw new AppError('notSupported', 'The service has no batches')
        }
        database.transaction(() => {
          keepPrompts(database, id, model, prompts)
          releaseOutdated(database, id, hashRequest(model, prompts))
          database.run(
            `UPDATE batch SET state = 'running', way = ?, started_at = ? WHERE id = ?`,
            ...[way, now(), id],
          )
        })
        return send(id)
      },
      pause({ id }) {
        requireState(id, 'running', 'paused')
        setState(database, id, 'paused', { now: now() })
        running.get(id)?.wake()
        return announced(id)
      },
      resume({ id }) {
        requireState(id, 'running', 'paused')
        setState(database, id, 'running', { now: now() })
        return send(id)
      },
      async cancel({ id }) {
        await cancel(id)
        return announced(id)
      },
      async retry({ id, state }) {
        requireState(id, 'running', 'paused', 'done', 'cancelled')
        await inSlices(() => moveSlice(database, id, { from: state, to: 'waiting', again: true }))
        setState(database, id, 'running', { now: now() })
        return send(id)
      },
      async lookAgain({ id }) {
        requireState(id, 'running', 'paused', 'done', 'cancelled')
        await lookAgain(database, id)
        return send(id)
      },
      rows({ id, states }) {
        const { format, columns } = readBatch(database, id)
        return readFirst(database, id, states).map((row) =>
          toShown(row, valuesOf(format, columns, row.cells).values()),
        )
      },
      async save({ id, format, guard }) {
        const batch = readBatch(database, id)
        const path = await choosePlace(`${batch.name.replace(/\.[^.]*$/, '')}.answers.${format}`)
        if (path === null) return { saved: false, guarded: 0 }
        let guarded = 0
        const onGuarded = (): void => void (guarded += 1)
        await writeWhole(path, writeTable(database, batch, { format, guard, onGuarded }))
        return { saved: true, guarded }
      },
      remove({ id }) {
        if (running.has(id)) throw new AppError('conflict', 'The table is running')
        requireState(id, 'draft', 'paused', 'done', 'cancelled')
        assertNotTrying(id)
        if (hasOpenParts(database, id)) {
          throw new AppError('conflict', 'The service has requests of the table')
        }
        database.run(`UPDATE batch SET state = 'removed' WHERE id = ?`, id)
        announcer.forget(id)
        broadcast('removed', { id })
        erase(id).catch((error: unknown) => log('A table was not deleted', error))
        return {}
      },
    },
  }
}

/**
 * Cleans up at a start: the answer of a row that was sent is lost, and a table whose reading was
 * interrupted is none.
 */
export function recoverBatches(database: Database): void {
  for (const { id } of database.all(`SELECT id FROM batch WHERE state <> 'removed'`)) {
    while (moveSlice(database, String(id), { from: 'sent', to: 'unknown' }));
  }
  database.run(`UPDATE batch SET state = 'removed' WHERE state = 'reading'`)
}
