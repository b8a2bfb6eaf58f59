import type { Fields } from '../../../shared/providers.ts'

export interface NameValueRow {
  name: string
  value: string
  /** The name under which main keeps a value that the page is not told; null where there is none. */
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

/** Whether the row stands for the value that main keeps: nothing else was typed. */
export function isKept({ name, value, keptAs }: NameValueRow): boolean {
  return keptAs !== null && keptAs === name.trim() && value.trim() === ''
}

/**
 * What is saved of the rows: those with a name, the last one where two have the same. Null leaves
 * the value that main keeps.
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
