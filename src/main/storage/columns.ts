import type { SQLInputValue } from 'node:sqlite'
import type { z } from 'zod'
import type { Database } from './connection.ts'

/** Values of a row by the names of their columns, which are names in the code, never input. */
export type Columns = Readonly<Record<string, SQLInputValue>>

export function insertRow(database: Database, table: string, columns: Columns): void {
  const names = Object.keys(columns)
  const places = names.map(() => '?')
  database.run(
    `INSERT INTO ${table} (${names.join(', ')}) VALUES (${places.join(', ')})`,
    ...Object.values(columns),
  )
}

/** Writes some columns of the row with an id. */
export function updateRow(database: Database, table: string, id: string, columns: Columns): void {
  const changes = Object.keys(columns).map((name) => `${name} = ?`)
  database.run(
    `UPDATE ${table} SET ${changes.join(', ')} WHERE id = ?`,
    ...Object.values(columns),
    id,
  )
}

/** Returns what a JSON column holds; null if it is empty, or unreadable. */
export function readJson<Schema extends z.ZodType>(
  value: unknown,
  schema: Schema,
): z.output<Schema> | null {
  if (typeof value !== 'string') return null
  try {
    return schema.parse(JSON.parse(value))
  } catch {
    return null
  }
}

/** Returns the value of a JSON column; null for none. */
export function writeJson(value: unknown): string | null {
  return value === null || value === undefined ? null : JSON.stringify(value)
}

export function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

export function numberOf(value: unknown): number | null {
  return typeof value === 'number' ? value : null
}
