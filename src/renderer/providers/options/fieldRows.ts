export interface NameValueRow {
  name: string
  value: string
}

export function rowsOf(fields: Readonly<Record<string, string>>): NameValueRow[] {
  return Object.entries(fields).map(([name, value]) => ({ name, value }))
}

/** What is saved of the rows: those with a name, the last one where two have the same. */
export function fieldsOf(rows: readonly NameValueRow[]): Record<string, string> {
  const named = rows.map(({ name, value }) => [name.trim(), value.trim()] as const)
  return Object.fromEntries(named.filter(([name]) => name !== ''))
}

export function changeRow(
  rows: readonly NameValueRow[],
  index: number,
  part: keyof NameValueRow,
  text: string,
): NameValueRow[] {
  return rows.map((row, position) => (position === index ? { ...row, [part]: text } : row))
}
