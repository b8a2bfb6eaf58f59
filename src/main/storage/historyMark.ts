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
import type { Database } from './connection.ts'
import { logPath } from './paths.ts'

/** How far a database was when it was last looked at; it lies beside the database. */
const markSchema = z.object({
  /** It was being written to: its log has to be there. */
  isOpen: z.boolean(),
  /** The largest rowid of each table. */
  rows: z.record(z.string(), z.number()),
  log: z.object({ generation: z.string(), bytes: z.number() }).nullable(),
})
type Mark = z.infer<typeof markSchema>

/** The part of a log's header that is another after each checkpoint that was made use of. */
const generationStart = 12
const generationBytes = 12
const lookMilliseconds = 2000

export interface HistoryMark {
  /** Stops looking, and notes that the database was closed as it should be. */
  close: () => void
}

export function markPath(path: string): string {
  return `${path}-mark`
}

/** It comes to its name whole. */
function newMarkPath(path: string): string {
  return `${markPath(path)}.new`
}

/** What was noted of a database that has been replaced is of no account any more. */
export function forgetMark(path: string): void {
  rmSync(markPath(path), { force: true })
}

/** Tells whether the log of a database that no one has open lacks what it had. Call it before the database is opened. */
export function hasLostLog(path: string): boolean {
  const mark = readMark(path)
  if (!mark?.isOpen || !mark.log) return false
  const log = readLog(path)
  if (!log) return true
  return log.generation === mark.log.generation && log.bytes < mark.log.bytes
}

/** Tells whether an open database lacks rows that it had. */
export function hasLostRows(database: Database): boolean {
  const rows = readMark(database.path)?.rows ?? {}
  const found = readRows(database, Object.keys(rows))
  return Object.entries(rows).some(([table, last]) => (found[table] ?? 0) < last)
}

/** Notes every two seconds, where anything was written, how far the database has come. */
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
      rows = readRows(database, tables)
      database.close()
      const last = { isOpen: false, rows, log: null }
      writeMark(path, last)
      // One that is on its way must not be the last.
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
    return markSchema.safeParse(JSON.parse(readFileSync(markPath(path), 'utf8'))).data
  } catch {
    return undefined
  }
}

/** It only serves to notice a loss: without it the app goes on as well. */
function writeMark(path: string, mark: Mark): void {
  try {
    writeFileSync(newMarkPath(path), JSON.stringify(mark))
    renameSync(newMarkPath(path), markPath(path))
  } catch {
    // A full disk is told of where it matters.
  }
}
