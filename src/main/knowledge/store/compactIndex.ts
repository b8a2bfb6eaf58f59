import type { Database } from '../../storage/connection.ts'
import { listSegments, readSegment } from './vectors/segments.ts'
import { recode } from './vectors/addCodes.ts'
import { removeDead } from './removeDead.ts'
import type { Steps } from './runSteps.ts'

/** From this part on, codes of passages that are gone are worth the writing of all others. */
const deadPart = 0.25
const rowsPerStep = 200
const freePart = 0.25
const minFreePages = 2000

/**
 * Gives back what removed and replaced sources have left: their vectors, their codes, and their
 * room in the words' index. Nothing that a search finds changes.
 */
export function* compactIndex(database: Database): Steps {
  yield* removeDead(database)
  yield* removeUnusedVectors(database)
  for (const row of database.all('SELECT id FROM space')) {
    const space = Number(row['id'])
    if (isWorthRecoding(database, space)) recode(database, space)
    yield
  }
  database.run(`INSERT INTO passage_words (passage_words, rank) VALUES ('merge', 500)`)
  yield
}

/** Gives free pages back to the disk if they are a large part of the file. Takes as long as a copy. */
export function shrinkFile(database: Database): void {
  const free = pragma(database, 'freelist_count')
  const all = pragma(database, 'page_count')
  if (free < minFreePages || free < all * freePart) return
  database.exec('VACUUM')
}

/** Removes the vectors of texts that no source has any more. */
function* removeUnusedVectors(database: Database): Steps {
  let after = 0
  for (;;) {
    const rows = database.all(
      `SELECT id, space, EXISTS (SELECT 1 FROM passage
         WHERE passage.text_hash = embedding.text_hash) AS is_used
       FROM embedding WHERE id > ? ORDER BY id LIMIT ${rowsPerStep}`,
      after,
    )
    for (const row of rows) {
      if (row['is_used'] === 1) continue
      database.run('DELETE FROM embedding WHERE id = ?', row['id'] ?? null)
      database.run('UPDATE space SET vectors = vectors - 1 WHERE id = ?', row['space'] ?? null)
    }
    yield
    after = Number(rows.at(-1)?.['id'] ?? 0)
    if (rows.length < rowsPerStep) return
  }
}

function isWorthRecoding(database: Database, space: number): boolean {
  const live = new Set(
    database
      .all(
        `SELECT number FROM indexed_source
         JOIN base_space ON base_space.base_id = indexed_source.base_id AND base_space.space = ?
         WHERE is_live = 1`,
        space,
      )
      .map((row) => Number(row['number'])),
  )
  let all = 0
  let dead = 0
  for (const { id } of listSegments(database, space)) {
    for (const source of readSegment(database, id).sources) {
      all += 1
      if (!live.has(source)) dead += 1
    }
  }
  return dead > 0 && dead >= all * deadPart
}

function pragma(database: Database, name: 'freelist_count' | 'page_count'): number {
  return Number(database.get(`PRAGMA ${name}`)?.[name] ?? 0)
}
