/** A row as it is read. */
export interface ReadRow {
  /** The stored form, which the row is written back from. */
  cells: string
  /** The values by the index of their column; shorter than the columns if the last are missing. */
  values: string[]
}

/** Reads a table piece by piece, so that a long one never blocks the event loop. */
export interface TableReader {
  /** `csv` for rows that are lists of cells. */
  format: 'csv' | 'jsonl'
  /** Divides the values of a CSV file; null for JSON lines and workbooks. */
  delimiter: string | null
  /** The titles of the columns so far: a later row may have more. */
  titles: readonly string[]
  /** Returns the next rows, about so many; none at the end. Errors: tableLineInvalid. */
  next: (rows: number) => ReadRow[]
}
