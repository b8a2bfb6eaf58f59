import { randomUUID } from 'node:crypto'
import { basename } from 'node:path'
import type { Batch, batches, ChosenTable } from '../../shared/batches/batches.ts'
import { AppError } from '../../shared/errors.ts'
import type { Broadcast, FeatureHandlers } from '../../shared/ipc/define.ts'
import { createAnnouncer } from '../jobs/announcer.ts'
import type { Database } from '../storage/connection.ts'
import { writeWhole } from '../storage/writeWhole.ts'
import { readAnswerShape } from './answers/answerShape.ts'
import {
  keepPrompts,
  readBatch,
  readBatches,
  requireState,
  setState,
  toPage,
} from './batchTable.ts'
import type { Prompts } from './batchTable.ts'
import { valuesOf } from './columns.ts'
import { variablesIn } from './fillPrompt.ts'
import { inSlices } from './inSlices.ts'
import { previewBatch } from './previewBatch.ts'
import { openTable } from './reading/openTable.ts'
import { storeTable } from './reading/storeTable.ts'
import { deleteSlice, moveSlice, readFirst, toShown } from './rowTable.ts'
import { writeTable } from './saving/writeTable.ts'
import { lookAgain } from './services/lookAgain.ts'
import { hasOpenParts, partsInUse, shownParts } from './services/partTable.ts'
import { createTableRuns, type TableRuns, type TableRunsDependencies } from './tableRuns.ts'
import { createTrials } from './trying/createTrials.ts'
import { hashRequest, releaseOutdated } from './trying/triedRows.ts'

export interface BatchesDependencies extends Omit<
  TableRunsDependencies,
  'database' | 'announce' | 'closing'
> {
  broadcast: Broadcast<typeof batches>
  /** Asks the user for a file. */
  chooseFile: () => Promise<string | undefined>
  /** Asks the user where to save a file of this name. */
  choosePlace: (name: string) => Promise<string | null>
  /** The thread that reads workbooks, `workbookWorker.ts`. */
  workbookEntry: string | URL
}

/** The tables of an open history. */
export interface BatchesInHistory {
  handlers: FeatureHandlers<typeof batches>
  /** Sends the rows of a table, as a job. */
  run: TableRuns['run']
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
  { broadcast, chooseFile, choosePlace, workbookEntry, ...dependencies }: BatchesDependencies,
): BatchesInHistory {
  const { describe, offerOf, now, log } = dependencies
  const closing = new AbortController()
  const announcer = createAnnouncer((ids: string[]) => broadcast('changed', ids.map(read)))
  const runDependencies: TableRunsDependencies = {
    ...{ ...dependencies, database, closing: closing.signal },
    announce: (id, when) => announcer[when](id),
  }
  const runs = createTableRuns(runDependencies)
  const trials = createTrials(runDependencies)

  /** The workbook that the user has chosen, until its sheet is. */
  let workbook: { fileId: string; path: string } | undefined

  function read(id: string): Batch {
    const page = toPage(database, readBatch(database, id), runs.heldUntil(id))
    return { ...page, parts: shownParts(database, id) }
  }

  function announced(id: string): Batch {
    announcer.now(id)
    return read(id)
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
    const { columns } = requireState(database, id, 'draft')
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

  async function send(id: string): Promise<Batch> {
    await runs.send(id)
    return read(id)
  }

  async function erase(id: string): Promise<void> {
    await inSlices(() => !closing.signal.aborted && deleteSlice(database, id))
    if (!closing.signal.aborted) database.run('DELETE FROM batch WHERE id = ?', id)
  }

  return {
    run: runs.run,
    begin() {
      const removed = database.all(`SELECT id FROM batch WHERE state = 'removed'`)
      for (const { id } of removed) {
        erase(String(id)).catch((error: unknown) => log('A table was not deleted', error))
      }
      for (const { id, state } of readBatches(database)) {
        if (state === 'running' || hasOpenParts(database, id)) {
          runs.send(id).catch((error: unknown) => log('A table does not go on', error))
        }
      }
    },
    wake: runs.wakeAll,
    inputsInUse: () => partsInUse(database),
    async finish() {
      await Promise.allSettled([runs.finish(), trials.finish()])
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
        requireState(database, id, 'running', 'paused')
        setState(database, id, 'paused', { now: now() })
        runs.wake(id)
        return announced(id)
      },
      resume({ id }) {
        requireState(database, id, 'running', 'paused')
        setState(database, id, 'running', { now: now() })
        return send(id)
      },
      async cancel({ id }) {
        await runs.cancel(id)
        return announced(id)
      },
      async retry({ id, state }) {
        requireState(database, id, 'running', 'paused', 'done', 'cancelled')
        await inSlices(() => moveSlice(database, id, { from: state, to: 'waiting', again: true }))
        setState(database, id, 'running', { now: now() })
        return send(id)
      },
      async lookAgain({ id }) {
        requireState(database, id, 'running', 'paused', 'done', 'cancelled')
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
        if (runs.has(id)) throw new AppError('conflict', 'The table is running')
        requireState(database, id, 'draft', 'paused', 'done', 'cancelled')
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
