import {
  DatabaseSync,
  type SQLInputValue,
  type SQLOutputValue,
  type StatementSync,
} from 'node:sqlite'
import { createLogFlusher } from './logFlusher.ts'
import { logPath } from './paths.ts'
import { translating } from './translateStorageError.ts'

/** Nothing else goes on meanwhile; whoever can wait longer uses waitForLock. */
const busyTimeoutMilliseconds = 100

export type Row = Record<string, SQLOutputValue>

/**
 * Whether a transaction waits for the disk. `relaxed` survives the death of the process at once,
 * and a loss of power as soon as the disk has been told in the background.
 */
export type Durability = 'synced' | 'relaxed'

/**
 * An open database. Statements are prepared once for each text of SQL, so values go in as
 * parameters. Errors: diskFull, folderReadOnly, databaseDamaged, databaseLocked.
 */
export interface Database {
  readonly path: string
  get: (sql: string, ...values: SQLInputValue[]) => Row | undefined
  all: (sql: string, ...values: SQLInputValue[]) => Row[]
  /** Reads row by row; the same SQL must not run again before it has ended. */
  iterate: (sql: string, ...values: SQLInputValue[]) => Iterable<Row>
  /** Gives the number of rows that it changed. */
  run: (sql: string, ...values: SQLInputValue[]) => number
  /** Several statements, without values. */
  exec: (sql: string) => void
  /** All of `work` or nothing; inside another transaction it becomes a part of that one. */
  transaction: <T>(work: () => T, durability?: Durability) => T
  close: () => void
}

/** Opens the file as it is: no check, no migration. */
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
      if (durability === 'relaxed') native.exec('PRAGMA synchronous = NORMAL')
      try {
        return commit(native, work)
      } finally {
        if (durability === 'relaxed') {
          native.exec('PRAGMA synchronous = FULL')
          flushLog()
        }
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
    // A full disk makes SQLite roll back by itself.
    if (native.isTransaction) native.exec('ROLLBACK')
    throw error
  }
}
