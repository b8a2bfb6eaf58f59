import type { Database } from '../../storage/connection.ts'
import { findPassage } from '../findPassage.ts'
import type { NearRange } from '../store/knowledgeStore.ts'
import { readText } from '../store/sourceText.ts'

/** A piece of an uploaded text, as the service has cut it. */
export interface HostedChunk {
  fileId: string
  text: string
  /** From 0 to 1, as the service says. */
  similarity: number
}

/**
 * Returns where chunks stand in the texts that they are of, in the same order. What is no longer in
 * its text, or of no text of the base, is left out.
 */
export function findChunks(
  database: Database,
  baseId: string,
  chunks: readonly HostedChunk[],
): NearRange[] {
  const texts = new Map<string, { sourceId: string; text: string } | undefined>()
  return chunks.flatMap(({ fileId, text: chunk, similarity }) => {
    if (!texts.has(fileId)) texts.set(fileId, readFile(database, baseId, fileId))
    const file = texts.get(fileId)
    const range = file && findChunk(file.text, chunk)
    return range ? [{ sourceId: file.sourceId, ...range, similarity }] : []
  })
}

function readFile(database: Database, baseId: string, fileId: string) {
  const row = database.get(
    `SELECT indexed_source.number, indexed_source.source_id, text_length FROM hosted_file
     JOIN indexed_source ON indexed_source.source_id = hosted_file.source_id AND is_live = 1
     WHERE hosted_file.base_id = ? AND file_id = ? AND state <> 'leaving'`,
    ...[baseId, fileId],
  )
  if (!row) return undefined
  const text = readText(database, Number(row['number']), 0, Number(row['text_length']))
  return { sourceId: String(row['source_id']), text }
}

/** The words at both ends that a service may have cut in two. */
const doubtfulWords = 2

/** Returns where a chunk stands; its ends may be cut within a word or character. */
function findChunk(text: string, chunk: string): { start: number; end: number } | undefined {
  const trimmed = chunk.trim()
  if (trimmed === '') return undefined
  const start = text.indexOf(trimmed)
  if (start >= 0) return { start, end: start + trimmed.length }
  const words = trimmed.split(/\s+/)
  const whole = words.slice(doubtfulWords, -doubtfulWords).join(' ')
  return findPassage(text, trimmed, 0) ?? (whole === '' ? undefined : findPassage(text, whole, 0))
}
