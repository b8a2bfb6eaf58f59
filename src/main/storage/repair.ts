import {
  copyFileSync,
  existsSync,
  linkSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { connect, type Database } from './connection.ts'
import { buildDatabase, listTables, refuseForeignVersion } from './database.ts'
import { readFileHeader } from './fileHeader.ts'
import { migrate, type Migrations } from './migrate.ts'
import { besidePath, deleteDatabase, isBeside, logIndexPath, logPath } from './paths.ts'
import { salvageTable } from './salvage.ts'
import { listSnapshots } from './snapshots.ts'
import { translating } from './translateStorageError.ts'

/** A larger size in a header is itself part of the damage. */
const paddedBytesMaximum = 2 ** 36
const damagedLabel = 'damaged'

export interface RepairOptions {
  path: string
  migrations: Migrations
  /** Restores consistency of rows with lost neighbours, in the transaction of the salvage. */
  mend: (database: Database) => void
  now?: () => Date
}

export interface Repair {
  /** The new path of the damaged file. */
  aside: string
  rows: number
  /** False if part of the file or of a snapshot was unreadable. */
  complete: boolean
}

/**
 * Sets a damaged database aside and replaces it with a new one that holds all readable rows. Fills
 * gaps in a table from the newest snapshot. The old file stays in place until the new one replaces
 * it. Errors: databaseTooNew, diskFull, folderReadOnly.
 */
export function repairDatabase(options: RepairOptions): Repair {
  const { path, now = () => new Date() } = options
  const fresh = `${path}.repaired`
  const copy = `${path}.salvage`
  return translating(path, () => {
    refuseNewer(path, options.migrations.length)
    try {
      copyForSalvage(path, copy)
      const result = fill(fresh, copy, options)
      return { aside: replace(path, fresh, now()), ...result }
    } finally {
      deleteDatabase(copy)
      deleteDatabase(fresh)
    }
  })
}

/**
 * Returns true if a damaged file lies beside this one, from which more might be recovered later.
 */
export function hasDamagedCopy(path: string): boolean {
  return readdirSync(dirname(path)).some((name) =>
    isBeside(path, damagedLabel, join(dirname(path), name)),
  )
}

function fill(fresh: string, copy: string, { path, migrations, mend }: RepairOptions) {
  buildDatabase(fresh, migrations)
  const database = connect(fresh)
  try {
    database.exec('PRAGMA foreign_keys = OFF')
    return database.transaction(() => {
      const tables = listTables(database)
      const salvaged = salvageTables(copy, database, tables)
      let { rows } = salvaged
      if (salvaged.damaged.length > 0) {
        rows += fillFromSnapshot(path, copy, database, salvaged.damaged, migrations)
      }
      mend(database)
      deleteDangling(database)
      return { rows, complete: salvaged.damaged.length === 0 }
    })
  } finally {
    database.close()
  }
}

function salvageTables(source: string, database: Database, tables: string[]) {
  const damaged: string[] = []
  let rows = 0
  for (const table of tables) {
    const result = salvageTable(source, database, table)
    rows += result.rows
    if (!result.complete) damaged.push(table)
  }
  return { rows, damaged }
}

/**
 * Adds missing rows from the snapshot. Rows of the damaged file take precedence, because they are
 * newer.
 */
function fillFromSnapshot(
  path: string,
  copy: string,
  database: Database,
  tables: string[],
  migrations: Migrations,
): number {
  const [snapshot] = listSnapshots(path)
  if (snapshot === undefined) return 0
  deleteDatabase(copy)
  copyFileSync(snapshot, copy)
  const older = connect(copy)
  try {
    migrate(older, migrations)
  } finally {
    older.close()
  }
  return salvageTables(copy, database, tables).rows
}

/**
 * Copies the file, because SQLite may write to it. Pads the copy, because SQLite refuses a file
 * shorter than its header says.
 */
function copyForSalvage(path: string, copy: string): void {
  deleteDatabase(copy)
  copyFileSync(path, copy)
  if (existsSync(logPath(path))) copyFileSync(logPath(path), logPath(copy))
  const size = readFileHeader(copy)?.size ?? 0
  if (size > statSync(copy).size && size <= paddedBytesMaximum) truncateSync(copy, size)
}

/**
 * Deletes rows that refer to a lost row. Repeats, because other rows may refer to a deleted one.
 */
function deleteDangling(database: Database): void {
  for (;;) {
    const dangling = database.all('PRAGMA foreign_key_check')
    if (dangling.length === 0) return
    for (const row of dangling) {
      database.run(`DELETE FROM "${String(row['table'])}" WHERE rowid = ?`, row['rowid'] ?? null)
    }
  }
}

/** Replaces the damaged file by the new one in a single step. */
function replace(path: string, fresh: string, at: Date): string {
  const aside = besidePath(path, damagedLabel, at)
  keepUnder(path, aside)
  if (existsSync(logPath(path))) renameSync(logPath(path), logPath(aside))
  rmSync(logIndexPath(path), { force: true })
  renameSync(fresh, path)
  return aside
}

function keepUnder(path: string, aside: string): void {
  try {
    linkSync(path, aside)
  } catch {
    // Some file systems, such as exFAT, have no hard links.
    copyFileSync(path, aside)
  }
}

function refuseNewer(path: string, newest: number): void {
  try {
    refuseForeignVersion(path, newest)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'databaseDamaged') return
    throw error
  }
}
