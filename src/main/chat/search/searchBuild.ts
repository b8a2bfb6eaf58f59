import type { Database, Row } from '../../storage/connection.ts'
import { runBackgroundSlices } from '../../storage/backgroundSlices.ts'
import { earlierTables } from './earlierIndex.ts'
import { put } from './searchIndex.ts'
import { textOfJson } from '../history/messageParts.ts'

/** Milliseconds per slice. */
const sliceMilliseconds = 8
const maxRowsPerSlice = 200

/**
 * Adds earlier messages to the search index in slices, each a transaction: after a kill it
 * continues. At the end it deletes the earlier index. Returns a function that stops it; after a
 * failure it stops until the next start.
 */
export function buildSearchIndex(
  database: Database,
  log: (event: string, detail?: unknown) => void,
  delayMs?: number,
): () => void {
  return runBackgroundSlices({
    work: () => buildSlice(database) || dropEarlier(database),
    onFailure: (error) => log('The search index could not be built', error),
    ...(delayMs !== undefined && { delayMs }),
  })
}

const sources = {
  title: 'SELECT sequence, title AS text FROM conversation',
  message: 'SELECT sequence, parts AS text FROM message',
} as const

/** Adds one slice to the index. Returns false if nothing is left. */
export function buildSlice(database: Database): boolean {
  // After a loss of power the slice is made again.
  return database.transaction(() => {
    const rest = database.get('SELECT kind, done, last FROM search_rest ORDER BY kind DESC LIMIT 1')
    if (!rest) return false
    const kind = rest['kind'] === 'title' ? 'title' : 'message'
    const rows = database.all(
      `${sources[kind]} WHERE sequence > ? AND sequence <= ? ORDER BY sequence LIMIT ?`,
      Number(rest['done']),
      Number(rest['last']),
      maxRowsPerSlice,
    )
    const done = takeIn(database, kind, rows)
    if (done === undefined) database.run('DELETE FROM search_rest WHERE kind = ?', kind)
    else database.run('UPDATE search_rest SET done = ? WHERE kind = ?', done, kind)
    return true
  }, 'relaxed')
}

/** Adds as many rows as a slice's time allows. Returns the last of them. */
function takeIn(
  database: Database,
  kind: 'title' | 'message',
  rows: readonly Row[],
): number | undefined {
  const start = performance.now()
  let done: number | undefined
  for (const { sequence, text } of rows) {
    done = Number(sequence)
    put(database, kind, done, kind === 'title' ? String(text) : textOfJson(text))
    if (performance.now() - start > sliceMilliseconds) break
  }
  return done
}

/**
 * Deletes the earlier index, in about a quarter of a second for a million messages. Returns false
 * if it is gone.
 */
function dropEarlier(database: Database): boolean {
  const { title, message } = earlierTables
  if (!database.get('SELECT 1 FROM sqlite_schema WHERE name = ?', title)) return false
  database.transaction(() => {
    for (const table of [title, message]) database.exec(`DROP TABLE ${table}`)
  }, 'relaxed')
  return true
}
