import type { SearchFilter } from '../../../shared/knowledge/knowledge.ts'

/** A condition on the table `source`, with the values of its parameters. */
export interface Selection {
  where: string
  values: unknown[]
}

/** Returns the condition for the sources that a search may find. */
export function selectSources(baseIds: readonly string[], filter: SearchFilter): Selection {
  const values: unknown[] = [baseIds]
  const parts = ['source.base_id = ANY($1::uuid[])']
  const add = (condition: string, value: unknown): void => {
    if (value === undefined) return
    values.push(value)
    parts.push(condition.replaceAll('?', `$${String(values.length)}`))
  }
  add('source.folder_id = ANY(?::uuid[])', filter.folderIds)
  add('source.source_id = ANY(?::uuid[])', filter.sourceIds)
  add('source.kind = ANY(?::text[])', filter.kinds)
  add(
    `EXISTS (SELECT 1 FROM unnest(?::text[]) AS wanted WHERE source.media_type = wanted
      OR (right(wanted, 1) = '/' AND starts_with(source.media_type, wanted)))`,
    filter.mediaTypes,
  )
  add('source.changed_at >= ?', filter.changedAfter)
  add('source.changed_at < ?', filter.changedBefore)
  return { where: parts.join(' AND '), values }
}
