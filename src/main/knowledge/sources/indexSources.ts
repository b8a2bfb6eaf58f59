import { AppError } from '../../../shared/errors.ts'
import type { CatalogueClient } from '../catalogue/catalogue.ts'
import type { SourceRecord } from '../catalogue/sourceRecord.ts'
import { indexSource, type IndexSourceOptions } from './indexSource.ts'

/** The number of sources that are read at a time: as many as there are threads for it. */
const maxReaders = 2
const pageLength = 32

/**
 * Reads all sources of a base that wait, and puts them into the store. A source that can't be read
 * gets its reason, and the rest goes on. Errors: aborted, and those that every source would meet,
 * such as diskFull.
 */
export async function indexSources(baseId: string, options: IndexSourceOptions): Promise<void> {
  for (;;) {
    const page = await options.catalogue.waiting(baseId, pageLength)
    if (page.length === 0) return
    await indexPage(page, options)
  }
}

async function indexPage(page: SourceRecord[], options: IndexSourceOptions): Promise<void> {
  // Both readers take the next one from the same list.
  const rest = page.values()
  const readers = Array.from({ length: maxReaders }, async () => {
    for (const record of rest) {
      if (options.signal.aborted) throw new AppError('aborted', 'The indexing was stopped')
      await indexSource(record, options)
    }
  })
  const settled = await Promise.allSettled(readers)
  const failed = settled.find((reader) => reader.status === 'rejected')
  if (failed) throw failed.reason
}

/** Makes the store forget what the user has removed. Nothing may be indexed meanwhile. */
export async function forgetRemoved(
  catalogue: CatalogueClient,
  store: IndexSourceOptions['store'],
  baseId: string,
): Promise<void> {
  const removed = await catalogue.removed(baseId)
  if (removed.length === 0) return
  const sourceIds = removed.flatMap(({ sourceId }) => (sourceId === null ? [] : [sourceId]))
  if (removed.some(({ sourceId }) => sourceId === null)) await store.removeBase(baseId)
  else await store.remove(baseId, sourceIds)
  await catalogue.forgetRemoved(
    baseId,
    removed.map(({ sourceId }) => sourceId),
  )
}
