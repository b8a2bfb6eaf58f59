import { createHash } from 'node:crypto'
import type { IndexedSource } from '../store/knowledgeStore.ts'
import { embeddedText } from '../store/embeddedText.ts'
import { packedLines } from '../store/sourceLines.ts'
import { cutPiece } from '../store/sourceText.ts'
import { reversedEnds } from '../store/words/compounds.ts'
import { detectLanguage } from '../store/words/detectLanguage.ts'
import { wordTokens } from '../store/words/wordTokens.ts'
import type { PostgresDatabase } from './connectPostgres.ts'
import { toTsvector } from './tsvector.ts'

const rowsPerStatement = 200

/** Replaces a source's text and passages in one transaction. */
export function putSource(database: PostgresDatabase, source: IndexedSource): Promise<void> {
  const text = source.document.text.toWellFormed()
  const language = detectLanguage(text)
  return database.transaction(async (query) => {
    // Two people may index the same source; the later one waits, and replaces.
    await query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [source.id])
    await query('DELETE FROM parley.source WHERE source_id = $1', [source.id])
    const [row] = await query(
      `INSERT INTO parley.source (base_id, source_id, folder_id, kind, name, media_type,
         changed_at, sha256, language, text_length, passages)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) RETURNING number`,
      [
        ...[source.baseId, source.id, source.folderId, source.kind, toBytes(source.name)],
        ...[source.mediaType, source.changedAt, source.sha256, language],
        ...[text.length, source.passages.length],
      ],
    )
    const number = row?.['number']
    await insertRows(query, 'source_text (start, text)', 'int, bytea', number, textRows(text))
    const lines = packedLines(source.document.lines)
    const lineRows = Array.from(lines, (part) => [part.start, part.end, part.lines])
    await insertRows(
      query,
      'source_lines (start, "end", lines)',
      'int, int, bytea',
      number,
      lineRows,
    )
    await insertRows(
      query,
      'passage (start, "end", page, headings, embedded, text_hash, words)',
      'int, int, int, bytea, bytea, bytea, tsvector',
      number,
      passageRows(source, text, language),
    )
  })
}

function toBytes(text: string): Buffer {
  return Buffer.from(text, 'utf8')
}

function* textRows(text: string): Generator<unknown[]> {
  for (let start = 0; start < text.length;) {
    const piece = cutPiece(text, start)
    yield [start, toBytes(piece)]
    start += piece.length
  }
}

function* passageRows(
  { name, passages }: IndexedSource,
  text: string,
  language: string,
): Generator<unknown[]> {
  for (const passage of passages) {
    const { start, end, page, headings, context } = passage
    const own = text.slice(start, end)
    const embedded = embeddedText(passage, own)
    const hash = createHash('sha256').update(embedded).digest()
    const ofHeadings = wordTokens([name, ...headings].join('\n'), language)
    const ofText = wordTokens(`${context}\n${own}`, language)
    const ends = reversedEnds(`${ofHeadings} ${ofText}`, language)
    const words = toTsvector(ofHeadings, ofText, ends)
    yield [start, end, page, toBytes(JSON.stringify(headings)), toBytes(embedded), hash, words]
  }
}

/** Inserts rows of a source, some hundred with each statement. */
async function insertRows(
  query: PostgresDatabase['query'],
  target: string,
  types: string,
  source: unknown,
  rows: Iterable<unknown[]>,
): Promise<void> {
  const columns = types.split(', ')
  const arrays = columns.map((type, index) => `$${String(index + 2)}::${type}[]`).join(', ')
  const [table = '', names = ''] = target.split(/ (.*)/s)
  const sql = `INSERT INTO parley.${table} (source, ${names.slice(1)}
    SELECT $1, * FROM unnest(${arrays})`
  let batch: unknown[][] = []
  const flush = async (): Promise<void> => {
    if (batch.length === 0) return
    const values = columns.map((_, index) => batch.map((row) => row[index]))
    batch = []
    await query(sql, [source, ...values])
  }
  for (const row of rows) {
    batch.push(row)
    if (batch.length === rowsPerStatement) await flush()
  }
  await flush()
}
