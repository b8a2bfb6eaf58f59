import { createHash } from 'node:crypto'
import type { Database, Durability } from '../../storage/connection.ts'
import type { Passage } from '../readDocument.ts'
import type { IndexedSource } from './knowledgeStore.ts'
import { embeddedText } from './embeddedText.ts'
import { deferred, type Steps } from './runSteps.ts'
import { writeLines } from './sourceLines.ts'
import { writeText } from './sourceText.ts'
import { codeKnownTexts, type HashedPassage } from './vectors/spaces.ts'
import { createEndRecorder } from './words/compounds.ts'
import { detectLanguage } from './words/detectLanguage.ts'
import { wordTokens } from './words/wordTokens.ts'

/**
 * Writes a source beside its earlier one, step by step. The last step replaces that one. A source
 * that is not complete is found by nobody and removed by `removeDead`.
 */
export function* putSource(database: Database, source: IndexedSource): Steps {
  const number = yield* writeHidden(database, source)
  yield 'synced'
  database.run(
    'UPDATE indexed_source SET is_live = 0 WHERE source_id = ? AND is_live = 1',
    source.id,
  )
  database.run('UPDATE indexed_source SET is_live = 1 WHERE number = ?', number)
}

function* writeHidden(
  database: Database,
  source: IndexedSource,
): Generator<Durability | void, number> {
  const text = source.document.text.toWellFormed()
  const language = detectLanguage(text)
  const number = insertSource(database, source, language)
  yield* deferred(writeText(database, number, text))
  yield* deferred(writeLines(database, number, source.document.lines))
  const { name } = source
  const recordEnds = createEndRecorder(database, language)
  const put: HashedPassage[] = []
  for (const passage of source.passages) {
    put.push(insertPassage(database, { number, name, text, language, recordEnds }, passage))
    yield 'deferred'
  }
  yield* deferred(codeKnownTexts(database, source.baseId, put))
  return number
}

function insertSource(database: Database, source: IndexedSource, language: string): number {
  database.run(
    `INSERT INTO indexed_source
     (base_id, source_id, folder_id, kind, name, media_type, changed_at, sha256, language,
      text_length, passages, is_live, has_word_ends)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, 1)`,
    source.baseId,
    source.id,
    source.folderId,
    source.kind,
    source.name,
    source.mediaType,
    source.changedAt,
    source.sha256,
    language,
    source.document.text.length,
    source.passages.length,
  )
  return lastId(database)
}

interface SourceWords {
  number: number
  name: string
  text: string
  language: string
  recordEnds: (tokens: string) => void
}

function insertPassage(database: Database, source: SourceWords, passage: Passage): HashedPassage {
  const text = source.text.slice(passage.start, passage.end)
  const textHash = createHash('sha256').update(embeddedText(passage, text)).digest()
  database.run(
    `INSERT INTO passage (source, start, "end", page, headings, context, text_hash)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
    source.number,
    passage.start,
    passage.end,
    passage.page,
    JSON.stringify(passage.headings),
    passage.context,
    textHash,
  )
  const id = lastId(database)
  const headings = wordTokens([source.name, ...passage.headings].join('\n'), source.language)
  const words = wordTokens(`${passage.context}\n${text}`, source.language)
  database.run(
    'INSERT INTO passage_words (rowid, headings, text) VALUES (?, ?, ?)',
    ...[id, headings, words],
  )
  source.recordEnds(headings)
  source.recordEnds(words)
  return { id, source: source.number, textHash }
}

function lastId(database: Database): number {
  return Number(database.get('SELECT last_insert_rowid() AS id')?.['id'])
}
