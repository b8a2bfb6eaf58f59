import type { Database } from './connection.ts'
import { damaged } from './translateStorageError.ts'

/** The SQL that takes a database from version n to n + 1, in the order of n. */
export type Migrations = readonly string[]

/** A migration as its feature has it. The numbers of all features' together are 1, 2, 3 … */
export interface Migration {
  /** The version that the database has after it. */
  number: number
  sql: string
}

/** Returns the SQL of the migrations. Throws where a number is missing, double or out of order. */
export function numbered(migrations: readonly Migration[]): Migrations {
  return migrations.map(({ number, sql }, index) => {
    if (number === index + 1) return sql
    throw new Error(`Migration ${String(number)} stands where ${String(index + 1)} has to be`)
  })
}

export function readVersion(database: Database): number {
  return Number(database.get('PRAGMA user_version')?.['user_version'] ?? 0)
}

/** Runs what is missing, all of it or nothing. */
export function migrate(database: Database, migrations: Migrations): void {
  const version = readVersion(database)
  if (version >= migrations.length) return
  // Rebuilding a table would else delete what refers to it; SQLite ignores this in a transaction.
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
