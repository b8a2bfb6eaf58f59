import type { Database } from '../storage/connection.ts'
import { readParts } from './messageRow.ts'

/** The ids of all files that messages refer to. */
export function usedFiles(database: Database): Set<string> {
  const used = new Set<string>()
  const rows = database.iterate(`SELECT parts FROM message WHERE parts LIKE '%"type":"file"%'`)
  for (const row of rows) {
    for (const part of readParts(row)) if (part.type === 'file') used.add(part.file.id)
  }
  return used
}
