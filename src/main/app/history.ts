import { AppError } from '../../shared/errors.ts'
import type { Log } from '../feature.ts'
import type { Database } from '../storage/connection.ts'
import { openDatabase } from '../storage/database.ts'
import { forgetMark, hasLostLog, hasLostRows, keepMark } from '../storage/historyMark.ts'
import type { HistoryPart, HistoryParts, OpenPart } from '../storage/historyPart.ts'
import type { Migrations } from '../storage/migrate.ts'
import { historyPath } from '../storage/paths.ts'
import type { Rebuilt } from '../storage/rebuild.ts'
import { hasDamagedCopy, repairDatabase } from '../storage/repair.ts'
import { isLocked } from '../storage/waitForLock.ts'

export interface HistoryOptions {
  folder: string
  migrations: Migrations
  log: Log
  /** Runs `rebuildDatabase` on a damaged history, without blocking the event loop. */
  rebuild: (path: string, signal: AbortSignal) => Promise<Rebuilt>
}

/** The history: open, or with the reason why it is not. */
export interface History extends HistoryParts {
  isOpen: () => boolean
  fatal: () => AppError | null
  /** Returns what was lost while the app was closed. */
  notices: () => readonly AppError[]
  /** Opens the history once no other program locks it, and then calls back. */
  awaitUnlocked: (onOpen: () => void) => void
  /** Opens the history, also again after a failure. Does nothing during a repair. */
  open: () => void
  /**
   * Sets a damaged history aside, saves what is readable into a new one, and opens that. The
   * history is closed meanwhile. Calls during a repair share its promise. Errors: aborted, those of
   * `repairDatabase`.
   */
  repair: () => Promise<void>
  isRepairing: () => boolean
  /** Ends a running repair, which leaves the damaged history as it was. */
  stopRepair: () => Promise<void>
  /** Saves the running replies and closes the file. */
  close: () => void
}

const lockPauseMilliseconds = 500

interface OpenFile {
  parts: ReadonlyMap<HistoryPart, OpenPart>
  close: () => void
}

/** Creates a closed history. The features add their parts before it opens. */
export function createHistory({ folder, migrations, log, rebuild }: HistoryOptions): History {
  const path = historyPath(folder)
  const parts: HistoryPart[] = []
  let current: OpenFile | undefined
  let fatal: AppError | null = null
  let isIncomplete = false
  let waiting: NodeJS.Timeout | undefined
  let repairing: { done: Promise<void>; stop: () => void } | undefined

  function close(): void {
    current?.close()
    current = undefined
  }

  function open(): void {
    if (repairing) return
    close()
    try {
      isIncomplete ||= hasLostLog(path)
      const database = openDatabase({ path, migrations })
      current = openParts(database, parts, log, () => (isIncomplete = true))
      fatal = null
      if (isIncomplete) log('The history lacks what it had')
    } catch (error) {
      log('The history could not be opened', error)
      fatal = error instanceof AppError ? error : new AppError('internal', 'It did not open')
    }
  }

  function startRepair(): { done: Promise<void>; stop: () => void } {
    close()
    fatal ??= new AppError('databaseDamaged', 'The history is being repaired', { subject: path })
    const stopping = new AbortController()
    return { done: repair(stopping.signal), stop: () => stopping.abort() }
  }

  async function repair(signal: AbortSignal): Promise<void> {
    try {
      const newest = migrations.length
      const repaired = await repairDatabase({ path, newest, rebuild: () => rebuild(path, signal) })
      log('History repaired', repaired)
      forgetMark(path)
    } catch (error) {
      log('The history could not be repaired', error)
      throw error
    } finally {
      repairing = undefined
    }
    open()
  }

  function awaitUnlocked(onOpen: () => void): void {
    if (!fatal || !isLocked(fatal)) return
    waiting = setTimeout(() => {
      // The user may have pressed Retry meanwhile.
      if (!fatal || !isLocked(fatal)) return
      open()
      if (current) onOpen()
      else awaitUnlocked(onOpen)
    }, lockPauseMilliseconds)
  }

  return {
    add<Opened extends OpenPart>(part: HistoryPart<Opened>) {
      parts.push(part)
      return () => current?.parts.get(part) as Opened | undefined
    },
    isOpen: () => current !== undefined,
    fatal: () => fatal,
    notices: () =>
      isIncomplete ? [new AppError('databaseIncomplete', 'The history lacks what it had')] : [],
    awaitUnlocked,
    open,
    repair() {
      repairing ??= startRepair()
      return repairing.done
    },
    isRepairing: () => repairing !== undefined,
    async stopRepair() {
      repairing?.stop()
      await repairing?.done.catch(() => undefined)
    },
    close() {
      clearTimeout(waiting)
      close()
    },
  }
}

/** Opens the parts, or closes the database. Errors: databaseLocked, those of a failing database. */
function openParts(
  database: Database,
  parts: readonly HistoryPart[],
  log: Log,
  onLost: () => void,
): OpenFile {
  const opened = new Map<HistoryPart, OpenPart>()
  const closeAll = (): void => {
    for (const part of [...opened.values()].toReversed()) part.close()
  }
  try {
    recover(database, parts, log, onLost)
    for (const part of parts) {
      opened.set(part, part.open(database, { usedFiles: () => usedFiles(database, parts) }))
    }
  } catch (error) {
    closeAll()
    database.close()
    throw error
  }
  const mark = keepMark(
    database,
    parts.flatMap(({ markedTables = [] }) => markedTables),
  )
  return {
    parts: opened,
    close() {
      closeAll()
      mark.close()
    },
  }
}

function recover(
  database: Database,
  parts: readonly HistoryPart[],
  log: Log,
  onLost: () => void,
): void {
  try {
    if (hasLostRows(database)) onLost()
    for (const part of parts) part.recover?.(database)
  } catch (error) {
    // A full disk must not hide what is readable: the next start tidies up.
    if (!(error instanceof AppError && error.code === 'diskFull')) throw error
    log('The history could not be tidied up', error)
  }
}

/**
 * Returns the ids of the files that the history refers to; null beside a damaged history, whose
 * references are unknown.
 */
function usedFiles(database: Database, parts: readonly HistoryPart[]): Set<string> | null {
  if (hasDamagedCopy(database.path)) return null
  return new Set(parts.flatMap((part) => [...(part.usedFiles?.(database) ?? [])]))
}
