import type { Database } from '../../storage/connection.ts'
import type { Steps } from './runSteps.ts'

const rowsPerStep = 50

/** Removes what belongs to sources that are no longer found, step by step. */
export function* removeDead(database: Database): Steps {
  for (;;) {
    const row = database.get('SELECT number FROM indexed_source WHERE is_live = 0 LIMIT 1')
    if (!row) return
    yield* removeSource(database, Number(row['number']))
  }
}

function* removeSource(database: Database, source: number): Steps {
  for (;;) {
    const rows = database.all(
      'SELECT id FROM passage WHERE source = ? LIMIT ?',
      source,
      rowsPerStep,
    )
    for (const row of rows) {
      const id = Number(row['id'])
      database.run('DELETE FROM passage_words WHERE rowid = ?', id)
      database.run('DELETE FROM passage WHERE id = ?', id)
    }
    yield
    if (rows.length < rowsPerStep) break
  }
  database.run('DELETE FROM source_lines WHERE source = ?', source)
  database.run('DELETE FROM source_text WHERE source = ?', source)
  database.run('DELETE FROM source_space WHERE source = ?', source)
  database.run('DELETE FROM indexed_source WHERE number = ?', source)
  yield
}
