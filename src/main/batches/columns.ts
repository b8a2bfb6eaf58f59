import { z } from 'zod'
import { readCells, shownText } from './cells.ts'
import { parseLine } from './reading/jsonLine.ts'

const columnsSchema = z.array(
  z.object({
    /** The name within `{{ }}`. */
    name: z.string(),
    /** As it stands in the file. */
    title: z.string(),
    /** Estimated tokens of all values together. */
    tokens: z.number(),
    /** Rows without a value in it, empty rows left aside. */
    blanks: z.number(),
  }),
)
export type Column = z.infer<typeof columnsSchema>[number]

export function readColumns(json: unknown): Column[] {
  return columnsSchema.parse(JSON.parse(String(json)))
}

/** Returns a name for each title that no other has: `Column 3` for none, `name (2)` for a second. */
export function nameColumns(titles: readonly string[]): string[] {
  const taken = new Set<string>()
  return titles.map((title, index) => {
    // A name can't have braces, because those end it.
    const plain = title.replaceAll(/[{}]/g, '').trim() || `Column ${String(index + 1)}`
    let name = plain
    for (let number = 2; taken.has(name); number += 1) name = `${plain} (${String(number)})`
    taken.add(name)
    return name
  })
}

/** Returns the values of a stored row by the names of their columns. */
export function valuesOf(
  format: 'csv' | 'jsonl',
  columns: readonly Column[],
  cells: string,
): Map<string, string> {
  if (format === 'csv') {
    const values = readCells(cells)
    return new Map(columns.map(({ name }, index) => [name, shownText(values[index] ?? '')]))
  }
  const fields = new Map(parseLine(cells))
  return new Map(columns.map(({ name, title }) => [name, fields.get(title) ?? '']))
}
