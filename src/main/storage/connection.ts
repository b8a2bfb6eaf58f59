import {
  DatabaseSync,
  type SQLInputValue,
  type SQLOutputValue,
  type StatementSync,
} from 'node:sqlite'
import { createLogFlusher } from './logFlusher.ts'
import { logPath } from './paths.ts'
import { translating } from './translateStorageError.ts'

/** SQLite blocks the event loop while it waits. Callers that can wait longer use waitForLock. */
const busyTimeoutMilliseconds = 100

export type Row = Record<string, SQLOutputValue>

/**
 * The durability of a transaction. `synced` waits for the disk. The others survive a crash of the
 * process at once, and a loss of power later: `relaxed` once the background flush has finished,
 * `deferred` with the next `synced` one.
 */
export type Durability = 'synced' | 'relaxed' | 'deferred'

/**
 * An open database. Each SQL text is prepared once, so values must be parameters. Errors: diskFull,
 * folderReadOnly, databaseDamaged, databaseLocked.
 */
export interface Database {
  readonly path: string
  get: (sql: string, ...values: SQLInputValue[]) => Row | undefined
  all: (sql: string, ...values: SQLInputValue[]) => Row[]
  /** Yields row by row. The same SQL must not run again before it has ended. */
  iterate: (sql: string, ...values: SQLInputValue[]) => Iterable<Row>
  /** Runs a statement. Returns the number of changed rows. */
  run: (sql: string, ...values: SQLInputValue[]) => number
  /** Runs several statements without values. */
  exec: (sql: string) => void
  /** Commits all of `work` or nothing. Within another transaction it becomes part of that one. */
  transaction: <T>(work: () => T, durability?: Durability) => T
  /** Tells whether a transaction is open. A full disk ends it, and undoes all of it. */
  isInTransaction: () => boolean
  close: () => void
}

/** Opens a file without checks or migrations. */
export function connect(path: string, options: { readOnly?: boolean } = {}): Database {
  const native = translating(
    path,
    () =>
      new DatabaseSync(path, {
        timeout: busyTimeoutMilliseconds,
        readOnly: options.readOnly ?? false,
      }),
  )
  const statements = new Map<string, StatementSync>()
  const flushLog = createLogFlusher(logPath(path))

  function prepare(sql: string): StatementSync {
    let statement = statements.get(sql)
    if (!statement) {
      statement = native.prepare(sql)
      statements.set(sql, statement)
    }
    return statement
  }

  function* iterate(sql: string, ...values: SQLInputValue[]): Iterable<Row> {
    const rows = translating(path, () => prepare(sql).iterate(...values))
    try {
      for (;;) {
        const step = translating(path, () => rows.next())
        if (step.done) return
        yield step.value
      }
    } finally {
      rows.return?.()
    }
  }

  function transaction<T>(work: () => T, durability: Durability = 'synced'): T {
    if (native.isTransaction) return work()
    return translating(path, () => {
      if (durability !== 'synced') native.exec('PRAGMA synchronous = NORMAL')
      try {
        return commit(native, work)
      } finally {
        if (durability !== 'synced') native.exec('PRAGMA synchronous = FULL')
        if (durability === 'relaxed') flushLog()
      }
    })
  }

  return {
    path,
    get: (sql, ...values) => translating(path, () => prepare(sql).get(...values)),
    all: (sql, ...values) => translating(path, () => prepare(sql).all(...values)),
    iterate,
    run: (sql, ...values) => translating(path, () => Number(prepare(sql).run(...values).changes)),
    exec: (sql) => translating(path, () => native.exec(sql)),
    transaction,
    isInTransaction: () => native.isTransaction,
    close: () => {
      statements.clear()
      if (native.isOpen) translating(path, () => native.close())
    },
  }
}

function commit<T>(native: DatabaseSync, work: () => T): T {
  native.exec('BEGIN IMMEDIATE')
  try {
    const result = work()
    native.exec('COMMIT')
    return result
  } catch (error) {
    // SQLite rolls back by itself on a full disk.
    if (native.isTransaction) native.exec('ROLLBACK')
    throw error
  }
}
