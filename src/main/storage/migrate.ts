import type { Database } from './connection.ts'
import { damaged } from './translateStorageError.ts'

/** The SQL from version n to n + 1, in order. */
export type Migrations = readonly string[]

/** A feature's migration. The numbers of all features together are 1, 2, 3 … */
export interface Migration {
  /** The version that the database has after it. */
  number: number
  sql: string
}

/** Returns the SQL of the migrations. Throws if a number is missing, duplicate or out of order. */
export function numbered(migrations: readonly Migration[]): Migrations {
  return migrations.map(({ number, sql }, index) => {
    if (number === index + 1) return sql
    throw new Error(`Migration ${String(number)} stands where ${String(index + 1)} has to be`)
  })
}

export function readVersion(database: Database): number {
  return Number(database.get('PRAGMA user_version')?.['user_version'] ?? 0)
}

/** Runs the missing migrations, all or none. */
export function migrate(database: Database, migrations: Migrations): void {
  const version = readVersion(database)
  if (version >= migrations.length) return
  // Without this, rebuilding a table would delete the rows that refer to it. SQLite ignores the
  // pragma within a transaction.
  database.exec('PRAGMA foreign_keys = OFF')
  try {
    database.transaction(() => {
      for (const sql of migrations.slice(version)) database.exec(sql)
      if (database.get('PRAGMA foreign_key_check')) {
        throw damaged(database.path, 'a row refers to one that is missing')
      }
      database.exec(`PRAGMA user_version = ${migrations.length}`)
    })
  } finally {
    database.exec('PRAGMA foreign_keys = ON')
  }
}
