import { readBatchPages, type BatchPage } from './batchPages.ts'
import type { LostBatch, RemoteBatch } from './requestBatches.ts'

/** A batch of a list. */
export interface ListedBatch {
  batch: RemoteBatch
  /** The number of its requests. */
  requests: number
  /** Milliseconds since 1970 by the service's clock. */
  createdAt: number
}

/** A lost batch was created in this time around its sending, by the service's clock. */
const earlierMs = 2000
const laterMs = 5 * 60_000

/**
 * Looks for a lost batch by its time and size, for services that keep nothing else by which it could
 * be known. Several are none. `readPage` gets the start of a page; null for the first.
 */
export async function guessBatch(
  { sentAt, requests, otherIds }: LostBatch,
  readPage: (start: string | null) => Promise<BatchPage<ListedBatch>>,
): Promise<RemoteBatch | null> {
  const candidates: RemoteBatch[] = []
  for await (const page of readBatchPages(readPage)) {
    for (const { batch, requests: size, createdAt } of page) {
      const isInTime = createdAt >= sentAt - earlierMs && createdAt <= sentAt + laterMs
      if (isInTime && size === requests && !otherIds.has(batch.id)) candidates.push(batch)
    }
    if (page.some(({ createdAt }) => createdAt < sentAt - earlierMs)) break
  }
  return candidates.length === 1 ? (candidates[0] ?? null) : null
}

/**
 * Returns the time at which a service sent an answer, in milliseconds since 1970; this computer's time
 * if the answer has none. Drops the answer's body.
 */
export async function readSendingTime({ headers, body }: Response): Promise<number> {
  await body?.cancel()
  const date = Date.parse(headers.get('date') ?? '')
  return Number.isNaN(date) ? Date.now() : date
}
