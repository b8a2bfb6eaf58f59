import type { SearchFilter } from '../../../shared/knowledge/knowledge.ts'
import type { Database } from '../../storage/connection.ts'

/** The sources that a search may find. */
export interface SourceSelection {
  /** 1 at the number of each source. */
  allowed: Uint8Array
  languages: readonly string[]
  count: number
}

const kept = 8

/**
 * Returns a function that selects sources by bases and filter. It remembers the last selections
 * until the version, which counts the changes of sources, is another.
 */
export function createSelect(
  database: Database,
  version: () => number,
): (baseIds: readonly string[], filter: SearchFilter) => SourceSelection {
  const known = new Map<string, SourceSelection>()
  let knownVersion = -1
  return (baseIds, filter) => {
    if (knownVersion !== version()) known.clear()
    knownVersion = version()
    const key = JSON.stringify([baseIds, filter])
    const before = known.get(key)
    if (before) return before
    if (known.size >= kept) known.clear()
    const selection = selectSources(database, baseIds, filter)
    known.set(key, selection)
    return selection
  }
}

function selectSources(
  database: Database,
  baseIds: readonly string[],
  filter: SearchFilter,
): SourceSelection {
  const { where, values } = condition(filter)
  const rows = database.all(
    `SELECT number, language FROM indexed_source
     WHERE is_live = 1 AND base_id IN (SELECT value FROM json_each(?)) ${where}`,
    JSON.stringify(baseIds),
    ...values,
  )
  const numbers = rows.map((row) => Number(row['number']))
  const allowed = new Uint8Array(numbers.reduce((most, number) => Math.max(most, number), 0) + 1)
  for (const number of numbers) allowed[number] = 1
  const languages = [...new Set(rows.map((row) => String(row['language'])))].sort()
  return { allowed, languages, count: numbers.length }
}

function condition(filter: SearchFilter): { where: string; values: (string | number)[] } {
  const parts: [string, string | number][] = []
  const oneOf = (column: string, list: readonly string[] | undefined): void => {
    if (list) parts.push([`${column} IN (SELECT value FROM json_each(?))`, JSON.stringify(list)])
  }
  oneOf('folder_id', filter.folderIds)
  oneOf('source_id', filter.sourceIds)
  oneOf('kind', filter.kinds)
  if (filter.mediaTypes) {
    parts.push([
      `EXISTS (SELECT 1 FROM json_each(?) WHERE media_type = value
        OR (value LIKE '%/' AND substr(media_type, 1, length(value)) = value))`,
      JSON.stringify(filter.mediaTypes),
    ])
  }
  if (filter.changedAfter !== undefined) parts.push(['changed_at >= ?', filter.changedAfter])
  if (filter.changedBefore !== undefined) parts.push(['changed_at < ?', filter.changedBefore])
  return {
    where: parts.map(([text]) => `AND ${text}`).join(' '),
    values: parts.map(([, value]) => value),
  }
}
