import { z } from 'zod'

/**
 * A value of a row: a text, or what a workbook knows beyond the text that it shows. Dates are
 * numbers of days since 1900.
 */
export const cellSchema = z.union([
  z.string(),
  z.object({ shown: z.string(), number: z.number(), format: z.string() }),
  z.object({ shown: z.string(), boolean: z.boolean() }),
])
export type Cell = z.infer<typeof cellSchema>

const cellsSchema = z.array(cellSchema)

/** Reads the stored values of a row. */
export function readCells(cells: string): Cell[] {
  return cellsSchema.parse(JSON.parse(cells))
}

/** Returns a value as the user sees it in the file. */
export function shownText(cell: Cell): string {
  return typeof cell === 'string' ? cell : cell.shown
}
