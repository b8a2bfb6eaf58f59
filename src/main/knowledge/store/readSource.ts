import { sourceKinds } from '../../../shared/knowledge/knowledge.ts'
import type { Database } from '../../storage/connection.ts'
import type { Passage } from '../readDocument.ts'
import { passageHeadings } from './embeddedText.ts'
import type { IndexedSource } from './knowledgeStore.ts'
import { readAllLines } from './sourceLines.ts'
import { readText } from './sourceText.ts'

/** Returns a source as it was put; undefined if the index does not have it. */
export function readSource(database: Database, sourceId: string): IndexedSource | undefined {
  const row = database.get(
    'SELECT * FROM indexed_source WHERE source_id = ? AND is_live = 1',
    sourceId,
  )
  if (!row) return undefined
  const number = Number(row['number'])
  const folderId = row['folder_id']
  return {
    id: sourceId,
    baseId: String(row['base_id']),
    folderId: folderId === null ? null : String(folderId),
    kind: sourceKinds.find((kind) => kind === row['kind']) ?? 'file',
    name: String(row['name']),
    mediaType: String(row['media_type']),
    changedAt: Number(row['changed_at']),
    sha256: String(row['sha256']),
    document: {
      text: readText(database, number, 0, Number(row['text_length'])),
      pages: [],
      lines: readAllLines(database, number),
    },
    passages: readPassagesOf(database, number),
  }
}

function readPassagesOf(database: Database, source: number): Passage[] {
  return database
    .all(
      `SELECT start, "end", page, headings, context FROM passage WHERE source = ? ORDER BY start, id`,
      source,
    )
    .map((row) => ({
      start: Number(row['start']),
      end: Number(row['end']),
      page: row['page'] === null ? null : Number(row['page']),
      headings: passageHeadings(row['headings']),
      context: String(row['context']),
    }))
}
