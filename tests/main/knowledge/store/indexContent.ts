import type { Database } from '../../../../src/main/storage/connection.ts'
import { readText } from '../../../../src/main/knowledge/store/sourceText.ts'
import { listSegments, readSegment } from '../../../../src/main/knowledge/store/vectors/segments.ts'

/**
 * Returns what an index holds, without the numbers that it gives by itself. Two indexes of the same
 * sources are equal. Throws for a row that belongs to nothing.
 */
export function indexContent(database: Database) {
  const sources = database.all('SELECT * FROM indexed_source ORDER BY source_id')
  const numbers = new Set(sources.map((row) => Number(row['number'])))
  const live = new Set(sources.filter((row) => row['is_live'] === 1).map((row) => row['number']))
  for (const table of ['passage', 'source_text', 'source_lines', 'source_space']) {
    for (const row of database.all(`SELECT DISTINCT source FROM ${table}`)) {
      if (!numbers.has(Number(row['source']))) throw new Error(`${table} has a row of nobody`)
    }
  }
  return {
    sources: sources.map((row) => {
      const number = Number(row['number'])
      return {
        id: row['source_id'],
        isLive: row['is_live'],
        name: row['name'],
        text: readText(database, number, 0, Number(row['text_length'])),
        passages: passagesOf(database, number),
        lines: database.get('SELECT count(*) AS rows FROM source_lines WHERE source = ?', number)?.[
          'rows'
        ],
        spaces: database
          .all('SELECT space, done FROM source_space WHERE source = ? ORDER BY space', number)
          .map((space) => [space['space'], space['done']]),
      }
    }),
    words: database
      .all('SELECT term, doc, cnt FROM passage_term ORDER BY term')
      .map((row) => [row['term'], row['doc'], row['cnt']].join(' ')),
    spaces: database.all('SELECT id, vectors FROM space ORDER BY id').map((row) => ({
      id: row['id'],
      vectors: row['vectors'],
      embeddings: embeddingsOf(database, Number(row['id'])),
      codes: codesOf(database, Number(row['id']), live),
      bases: database
        .all(
          'SELECT base_id, is_used FROM base_space WHERE space = ? ORDER BY base_id',
          row['id'] ?? 0,
        )
        .map((base) => [base['base_id'], base['is_used']]),
    })),
  }
}

function passagesOf(database: Database, source: number): unknown[] {
  return database
    .all(
      'SELECT start, "end", page, headings, context, hex(text_hash) AS hash FROM passage WHERE source = ? ORDER BY start',
      source,
    )
    .map((row) => Object.values(row))
}

function embeddingsOf(database: Database, space: number): unknown[] {
  return database
    .all(
      'SELECT hex(text_hash) AS hash, hex(vector) AS vector FROM embedding WHERE space = ? ORDER BY text_hash',
      space,
    )
    .map((row) => Object.values(row).join(' '))
}

/** Returns which passages of live sources have a code, by source and start; each once. */
function codesOf(database: Database, space: number, live: ReadonlySet<unknown>): string[] {
  const codes: string[] = []
  for (const { id, count } of listSegments(database, space)) {
    const segment = readSegment(database, id)
    if (segment.passages.length !== count) throw new Error('A segment is not as long as it says')
    for (const [index, passage] of segment.passages.entries()) {
      if (!live.has(segment.sources[index])) continue
      const row = database.get(
        `SELECT source_id, start FROM passage JOIN indexed_source ON number = source WHERE id = ?`,
        passage,
      )
      codes.push(`${String(row?.['source_id'])} ${String(row?.['start'])}`)
    }
  }
  if (new Set(codes).size !== codes.length) throw new Error('A passage has two codes')
  const counted = database.get(
    `SELECT coalesce(sum(done), 0) AS done FROM source_space
     JOIN indexed_source ON number = source AND is_live = 1 WHERE space = ?`,
    space,
  )
  if (counted?.['done'] !== codes.length) throw new Error('The codes are not those counted')
  return codes.toSorted()
}
