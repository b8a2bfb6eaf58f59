import type { Batch } from '../../shared/batches/batches.ts'

/** Returns the number of all rows of a table. */
export function allRows({ counts }: Batch): number {
  return Object.values(counts).reduce((sum, rows) => sum + rows, 0)
}

/** Returns the number of the rows that have any value. */
export function filledRows(batch: Batch): number {
  return allRows(batch) - batch.counts.empty
}

/** Returns how much of a table is through, from 0 to 1. Empty rows count for nothing. */
export function fractionDone({ counts }: Batch): number {
  const { done, failed, unknown, waiting, sent, cancelled } = counts
  const ended = done + failed + unknown
  const all = ended + waiting + sent + cancelled
  return all === 0 ? 0 : ended / all
}
