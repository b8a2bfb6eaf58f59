import { copyFileSync, existsSync, statSync, truncateSync } from 'node:fs'
import { connect, type Database } from './connection.ts'
import { buildDatabase, listTables } from './database.ts'
import { readFileHeader } from './fileHeader.ts'
import { migrate, type Migrations } from './migrate.ts'
import { deleteDatabase, logPath, rebuiltPath, salvagePath } from './paths.ts'
import { salvageTable } from './salvageTable.ts'
import { listSnapshots } from './snapshots.ts'
import { translating } from './translateStorageError.ts'

/** A larger size in a header is itself part of the damage. */
const maxPaddedBytes = 2 ** 36

export interface RebuildOptions {
  /** The damaged database. It is only read. */
  path: string
  migrations: Migrations
  /** Restores consistency of rows with lost neighbours, in the transaction of the salvage. */
  mend: (database: Database) => void
}

export interface Rebuilt {
  rows: number
  /** False if part of the file or of a snapshot was unreadable. */
  complete: boolean
}

/**
 * Writes a new database beside the damaged one, with all of its readable rows. Fills gaps in a
 * table from the newest snapshot. Takes as long as the file is large. Errors: diskFull,
 * folderReadOnly.
 */
export function rebuildDatabase(options: RebuildOptions): Rebuilt {
  const { path } = options
  return translating(path, () => {
    copyForSalvage(path, salvagePath(path))
    return fill(rebuiltPath(path), salvagePath(path), options)
  })
}

function fill(fresh: string, copy: string, { path, migrations, mend }: RebuildOptions): Rebuilt {
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
  if (size > statSync(copy).size && size <= maxPaddedBytes) truncateSync(copy, size)
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
