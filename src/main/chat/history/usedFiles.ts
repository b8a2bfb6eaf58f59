import type { Database } from '../../storage/connection.ts'

/**
 * Returns the ids of all files that messages refer to, queued and running ones included. Searches
 * the raw text: a message that can't be parsed any more keeps its files.
 */
export function usedFiles(database: Database): Set<string> {
  const rows = database.iterate(
    `SELECT parts AS value FROM message WHERE instr(parts, '"type":"file"') > 0
       OR instr(parts, '"files":[') > 0 OR instr(parts, '"rest":{') > 0
     UNION ALL SELECT value FROM journal WHERE kind = 'piece'
     UNION ALL SELECT files FROM queued_message`,
  )
  const used = new Set<string>()
  for (const { value } of rows) {
    for (const [id] of String(value).matchAll(/\b[0-9a-f]{64}\b/g)) used.add(id)
  }
  return used
}
