import {
  closeSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { rename, stat, writeFile } from 'node:fs/promises'
import { z } from 'zod'
import { parseJson } from '../../shared/json.ts'
import type { Database } from './connection.ts'
import { logPath } from './paths.ts'

/** The state of a database at the last check. The file lies beside the database. */
const markSchema = z.object({
  /** True while the database is being written to, so that its log must exist. */
  isOpen: z.boolean(),
  /** The largest rowid of each table. */
  rows: z.record(z.string(), z.number()),
  log: z.object({ generation: z.string(), bytes: z.number() }).nullable(),
})
type Mark = z.infer<typeof markSchema>

/** The part of the log's header that changes when the log restarts after a checkpoint. */
const generationStart = 12
const generationBytes = 12
const lookMilliseconds = 2000

export interface HistoryMark {
  /** Stops checking, and records that the database was closed properly. */
  close: () => void
}

function markPath(path: string): string {
  return `${path}-mark`
}

/** Returns the temporary name under which the mark is written before a rename. */
function newMarkPath(path: string): string {
  return `${markPath(path)}.new`
}

/** Deletes the mark of a database that was replaced. */
export function forgetMark(path: string): void {
  rmSync(markPath(path), { force: true })
}

/**
 * Returns true if the log of a closed database lacks data that it had. Call it before opening the
 * database.
 */
export function hasLostLog(path: string): boolean {
  const mark = readMark(path)
  if (!mark?.isOpen || !mark.log) return false
  const log = readLog(path)
  if (!log) return true
  return log.generation === mark.log.generation && log.bytes < mark.log.bytes
}

/** Returns true if an open database lacks rows that it had. */
export function hasLostRows(database: Database): boolean {
  const rows = readMark(database.path)?.rows ?? {}
  const found = readRows(database, Object.keys(rows))
  return Object.entries(rows).some(([table, last]) => (found[table] ?? 0) < last)
}

/** Records every two seconds how far the database has advanced, if anything was written. */
export function keepMark(database: Database, tables: readonly string[]): HistoryMark {
  const { path } = database
  let rows = readRows(database, tables)
  let seen = 0
  let writing: Promise<void> = Promise.resolve()
  const note = (): Mark => ({ isOpen: true, rows, log: readLog(path) ?? null })
  writeMark(path, note())
  const timer = setInterval(() => {
    writing = look().catch(() => undefined)
  }, lookMilliseconds)
  timer.unref()

  async function look(): Promise<void> {
    const { mtimeMs } = await stat(logPath(path))
    if (mtimeMs === seen) return
    seen = mtimeMs
    if (isClosed) return
    rows = readRows(database, tables)
    await writeFile(newMarkPath(path), JSON.stringify(note()))
    await rename(newMarkPath(path), markPath(path))
  }

  let isClosed = false
  return {
    close() {
      isClosed = true
      clearInterval(timer)
      try {
        rows = readRows(database, tables)
      } catch {
        // A damaged table keeps its last mark: the database must close, or it can't be repaired.
      }
      database.close()
      const last = { isOpen: false, rows, log: null }
      writeMark(path, last)
      // A pending write must not become the last one.
      void writing.then(() => writeMark(path, last))
    },
  }
}

function readRows(database: Database, tables: readonly string[]): Record<string, number> {
  const rows: Record<string, number> = {}
  for (const table of tables) {
    const sql = `SELECT max(rowid) AS last FROM "${table.replaceAll('"', '""')}"`
    rows[table] = Number(database.get(sql)?.['last'] ?? 0)
  }
  return rows
}

function readLog(path: string): Mark['log'] | undefined {
  try {
    const file = openSync(logPath(path), 'r')
    try {
      const header = Buffer.alloc(generationBytes)
      const read = readSync(file, header, 0, generationBytes, generationStart)
      const { size } = statSync(logPath(path))
      return read < generationBytes
        ? undefined
        : { generation: header.toString('hex'), bytes: size }
    } finally {
      closeSync(file)
    }
  } catch {
    return undefined
  }
}

function readMark(path: string): Mark | undefined {
  try {
    return markSchema.safeParse(parseJson(readFileSync(markPath(path), 'utf8'))).data
  } catch {
    return undefined
  }
}

/** Writes the mark. A failure is harmless, because the mark only detects a loss. */
function writeMark(path: string, mark: Mark): void {
  try {
    writeFileSync(newMarkPath(path), JSON.stringify(mark))
    renameSync(newMarkPath(path), markPath(path))
  } catch {
    // Other writes report a full disk.
  }
}
