import type { LostBatch, RemoteBatch } from './requestBatches.ts'

/** A batch of a list. */
export interface ListedBatch {
  batch: RemoteBatch
  /** The number of its requests. */
  requests: number
  /** Milliseconds since 1970 by the service's clock. */
  createdAt: number
}

/** A page of a list that begins with the newest batch. */
export interface ListedBatches {
  batches: ListedBatch[]
  /** The start of the next page; null on the last. */
  next: string | null
}

const maxPages = 10
/** A lost batch was created in this time around its sending, by the service's clock. */
const earlierMs = 2000
const laterMs = 5 * 60_000

/**
 * Looks for a lost batch by its time and size, for services that keep nothing else by which it could
 * be known. Several are none. `readPage` gets the start of a page; null for the first.
 */
export async function guessBatch(
  { sentAt, requests }: LostBatch,
  readPage: (after: string | null) => Promise<ListedBatches>,
): Promise<RemoteBatch | null> {
  const candidates: RemoteBatch[] = []
  let after: string | null = null
  for (let pages = 0; pages < maxPages; pages += 1) {
    const page: ListedBatches = await readPage(after)
    for (const { batch, requests: size, createdAt } of page.batches) {
      const isInTime = createdAt >= sentAt - earlierMs && createdAt <= sentAt + laterMs
      if (isInTime && size === requests) candidates.push(batch)
    }
    const isPast = page.batches.some(({ createdAt }) => createdAt < sentAt - earlierMs)
    if (isPast || page.next === null || page.next === after) break
    after = page.next
  }
  return candidates.length === 1 ? (candidates[0] ?? null) : null
}

/** Returns the service's time of an answer in milliseconds since 1970; this computer's without one. */
export function timeOf({ headers }: Response): number {
  const date = Date.parse(headers.get('date') ?? '')
  return Number.isNaN(date) ? Date.now() : date
}
