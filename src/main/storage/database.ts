import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { AppError } from '../../shared/errors.ts'
import { connect, type Database } from './connection.ts'
import { readFileHeader } from './fileHeader.ts'
import { migrate, readVersion, type Migrations } from './migrate.ts'
import { besidePath, deleteDatabase, logIndexPath, logPath } from './paths.ts'
import { takeSnapshot } from './snapshots.ts'
import { damaged, translating } from './translateStorageError.ts'

/** Reading every page takes about 0.3 s per 100 MB, so larger files get the quick check. */
const maxFullCheckBytes = 64_000_000
const cacheKibibytes = 32_768
const logBytesKept = 16_000_000

export interface DatabaseOptions {
  path: string
  migrations: Migrations
  now?: () => Date
}

/**
 * Opens the database; creates or migrates it if needed. Errors: databaseTooNew (the file is left
 * unchanged), databaseDamaged, diskFull, folderReadOnly.
 */
export function openDatabase({
  path,
  migrations,
  now = () => new Date(),
}: DatabaseOptions): Database {
  return translating(path, () => {
    mkdirSync(dirname(path), { recursive: true })
    if (existsSync(path)) refuseForeignVersion(path, migrations.length)
    else createDatabase(path, migrations, now())
    const database = connect(path)
    try {
      prepare(database)
      checkIntegrity(database)
      if (readVersion(database) < migrations.length) {
        takeSnapshot(database, now())
        migrate(database, migrations)
      }
      return database
    } catch (error) {
      database.close()
      throw error
    }
  })
}

/** Configures a connection. Fails if the database is not writable. */
export function prepare(database: Database): void {
  database.exec(`
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    PRAGMA foreign_keys = ON;
    PRAGMA trusted_schema = OFF;
    PRAGMA cache_size = -${cacheKibibytes};
    PRAGMA journal_size_limit = ${logBytesKept};
  `)
  // SQLite silently opens a write-protected file as read-only.
  database.transaction(() => database.get('PRAGMA schema_version'))
}

/** Creates the file under a temporary name, so that a start never finds an incomplete database. */
function createDatabase(path: string, migrations: Migrations, at: Date): void {
  const unfinished = `${path}.new`
  buildDatabase(unfinished, migrations)
  putLogAside(path, at)
  renameSync(unfinished, path)
}

/** Writes an empty database of the newest version and closes it. */
export function buildDatabase(path: string, migrations: Migrations): void {
  deleteDatabase(path)
  const database = connect(path)
  try {
    // Nobody knows the file before it is whole, so one wait for the disk at the end is enough.
    database.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF')
    migrate(database, migrations)
    prepare(database)
    database.close()
    syncFile(path)
  } catch (error) {
    database.close()
    deleteDatabase(path)
    throw error
  }
}

function syncFile(path: string): void {
  const file = openSync(path, 'r+')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** Sets a leftover log aside: SQLite would apply it to the new file and destroy it. */
function putLogAside(path: string, at: Date): void {
  if (existsSync(logPath(path))) renameSync(logPath(path), logPath(besidePath(path, 'orphan', at)))
  rmSync(logIndexPath(path), { force: true })
}

/**
 * Checks the version without writing to the file or its log. Errors: databaseTooNew,
 * databaseDamaged.
 */
export function refuseForeignVersion(path: string, newest: number): void {
  const header = readFileHeader(path)
  const hasLog = existsSync(logPath(path)) && statSync(logPath(path)).size > 0
  if ((header?.version ?? 0) > newest) throw tooNew(path)
  const version = hasLog ? readVersionThroughLog(path, newest) : (header?.version ?? 0)
  // A file gets its name only after the first migration.
  if (version === 0) throw damaged(path, 'it does not begin as a history does')
}

/**
 * Reads the version. After a crash only the log may hold it; a read-only connection keeps the log.
 */
function readVersionThroughLog(path: string, newest: number): number {
  const hadIndex = existsSync(logIndexPath(path))
  const database = connect(path, { readOnly: true })
  try {
    const version = readVersion(database)
    if (version > newest) throw tooNew(path)
    return version
  } finally {
    database.close()
    if (!hadIndex) rmSync(logIndexPath(path), { force: true })
  }
}

function tooNew(path: string): AppError {
  return new AppError('databaseTooNew', 'The history was written by a newer version of Parley', {
    subject: path,
  })
}

function checkIntegrity(database: Database): void {
  const full = statSync(database.path).size <= maxFullCheckBytes
  for (const table of listTables(database)) {
    if (full) checkTable(database, table)
    else readEnds(database, table)
  }
}

function checkTable(database: Database, table: string): void {
  const row = database.get(`PRAGMA quick_check("${table}")`)
  const answer = row?.['quick_check']
  if (answer !== 'ok') throw damaged(database.path, String(answer))
}

/** Reads the first and the last leaf of the table's tree. */
function readEnds(database: Database, table: string): void {
  const key = keyOf(database, table)
  database.get(`SELECT * FROM "${table}" ORDER BY ${key.join(', ')} LIMIT 1`)
  database.get(`SELECT * FROM "${table}" ORDER BY ${key.join(' DESC, ')} DESC LIMIT 1`)
}

/** Returns the columns by which the table's tree is ordered. */
function keyOf(database: Database, table: string): string[] {
  const hasRowid = database.get('SELECT wr FROM pragma_table_list(?)', table)?.['wr'] === 0
  if (hasRowid) return ['rowid']
  return database
    .all('SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk', table)
    .map((row) => `"${String(row['name'])}"`)
}

/** Returns the tables with rows of their own, without SQLite's tables and search indexes. */
export function listTables(database: Database): string[] {
  return database
    .all(
      `SELECT name FROM pragma_table_list
       WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%'`,
    )
    .map((row) => String(row['name']))
}
