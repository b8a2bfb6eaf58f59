import type { SearchFilter } from '../../../shared/knowledge/knowledge.ts'
import type { SourceRecord } from '../catalogue/sourceRecord.ts'

/** Returns what the service knows of a source, to filter by. */
export function attributesOf({
  source: { id, folderId, kind, changedAt },
}: SourceRecord): Record<string, string | number> {
  return { source: id, kind, changed_at: changedAt, ...(folderId !== null && { folder: folderId }) }
}

interface Comparison {
  type: 'in' | 'gte' | 'lt'
  key: string
  value: number | string[]
}

type Filters = Comparison | { type: 'and'; filters: Comparison[] }

/**
 * Returns a filter as the service takes it; undefined for none. It lets through more than is asked
 * for: the passages are filtered again.
 */
export function searchFilters(filter: SearchFilter): Filters | undefined {
  const oneOf = (key: string, value: readonly string[] | undefined): Comparison[] =>
    value && value.length > 0 ? [{ type: 'in', key, value: [...value] }] : []
  const time = (type: 'gte' | 'lt', value: number | undefined): Comparison[] =>
    value === undefined ? [] : [{ type, key: 'changed_at', value }]
  const filters = [
    ...oneOf('source', filter.sourceIds),
    ...oneOf('folder', filter.folderIds),
    ...oneOf('kind', filter.kinds),
    ...time('gte', filter.changedAfter),
    ...time('lt', filter.changedBefore),
  ]
  const [only] = filters
  return filters.length > 1 ? { type: 'and', filters } : only
}
