import type { Database, Row } from '../../storage/connection.ts'
import { runBackgroundSlices } from '../../storage/backgroundSlices.ts'
import { earlierTables } from './earlierIndex.ts'
import { textOfJson } from '../history/messageParts.ts'
import { putMessage, putTitle } from './searchIndex.ts'
import { traitColumns } from './traits.ts'

/** Milliseconds per slice. */
const sliceMilliseconds = 8
const maxRowsPerSlice = 200

/**
 * Adds earlier messages to the search index in slices, each a transaction: after a kill it
 * continues. At the end it deletes the earlier indexes. Returns a function that stops it; after a
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

const tables = { title: 'conversation', message: 'message' } as const
const sources = {
  title: 'SELECT conversation.sequence, conversation.title AS text FROM conversation',
  message: `SELECT message.sequence, message.parts AS text, ${traitColumns}
    FROM message LEFT JOIN conversation ON conversation.id = message.conversation_id`,
} as const

/** Adds one slice to the index. Returns false if nothing is left. */
export function buildSlice(database: Database): boolean {
  // After a loss of power the slice is made again.
  return database.transaction(() => {
    const rest = database.get('SELECT kind, done, last FROM words_rest ORDER BY kind DESC LIMIT 1')
    if (!rest) return false
    const kind = rest['kind'] === 'title' ? 'title' : 'message'
    const rows = database.all(
      `${sources[kind]} WHERE ${tables[kind]}.sequence > ? AND ${tables[kind]}.sequence <= ?
       ORDER BY ${tables[kind]}.sequence LIMIT ?`,
      Number(rest['done']),
      Number(rest['last']),
      maxRowsPerSlice,
    )
    const done = takeIn(database, kind, rows)
    if (done === undefined) database.run('DELETE FROM words_rest WHERE kind = ?', kind)
    else database.run('UPDATE words_rest SET done = ? WHERE kind = ?', done, kind)
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
  for (const row of rows) {
    done = Number(row['sequence'])
    if (kind === 'title') putTitle(database, done, String(row['text']))
    else putMessage(database, row, textOfJson(row['text']))
    if (performance.now() - start > sliceMilliseconds) break
  }
  return done
}

/**
 * Deletes the earlier indexes, in about a quarter of a second for a million messages. Returns false
 * if they are gone.
 */
function dropEarlier(database: Database): boolean {
  const [table = ''] = earlierTables.filter((name) =>
    database.get('SELECT 1 FROM sqlite_schema WHERE name = ?', name),
  )
  if (table === '') return false
  database.transaction(() => {
    database.exec('DELETE FROM search_rest')
    for (const name of earlierTables) database.exec(`DROP TABLE IF EXISTS ${name}`)
  }, 'relaxed')
  return true
}
