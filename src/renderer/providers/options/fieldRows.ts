import type { Fields } from '../../../shared/providers.ts'

export interface NameValueRow {
  name: string
  value: string
  /** The name under which main keeps a value that the page never sees; null for none. */
  keptAs: string | null
}

export const emptyRow: NameValueRow = { name: '', value: '', keptAs: null }

export function rowsOf(fields: Readonly<Fields>): NameValueRow[] {
  return Object.entries(fields).map(([name, value]) => ({
    name,
    value: value ?? '',
    keptAs: value === null ? name : null,
  }))
}

/** Tells whether the row still stands for main's stored value, without changes by the user. */
export function isKept({ name, value, keptAs }: NameValueRow): boolean {
  return keptAs !== null && keptAs === name.trim() && value.trim() === ''
}

/**
 * Returns the fields to save: rows with a name, the last of two with the same. Null keeps main's
 * stored value.
 */
export function fieldsOf(rows: readonly NameValueRow[]): Fields {
  const named = rows.map((row) => [row.name.trim(), isKept(row) ? null : row.value.trim()] as const)
  return Object.fromEntries(named.filter(([name]) => name !== ''))
}

export function changeRow(
  rows: readonly NameValueRow[],
  index: number,
  part: 'name' | 'value',
  text: string,
): NameValueRow[] {
  return rows.map((row, position) => (position === index ? { ...row, [part]: text } : row))
}
