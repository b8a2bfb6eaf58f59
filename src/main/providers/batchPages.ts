/** The pages in which a lost batch is looked for, of up to 100 batches each. */
const maxPages = 10

/** A page of a list that begins with the newest batch. */
export interface BatchPage<Batch> {
  batches: Batch[]
  /** The start of the next page; null on the last. */
  next: string | null
}

/**
 * Yields the batches of each page, up to a limit. `readPage` gets the start of a page; null for the
 * first. Errors: those of `readPage`.
 */
export async function* readBatchPages<Batch>(
  readPage: (start: string | null) => Promise<BatchPage<Batch>>,
): AsyncGenerator<Batch[]> {
  let start: string | null = null
  for (let pages = 0; pages < maxPages; pages += 1) {
    const { batches, next }: BatchPage<Batch> = await readPage(start)
    yield batches
    if (next === null || next === start) return
    start = next
  }
}
