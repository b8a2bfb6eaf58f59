import { createHash } from 'node:crypto'
import type { SourceState } from '../../../shared/knowledge/knowledge.ts'
import type { Database, Row } from '../../storage/connection.ts'
import { readText } from '../store/sourceText.ts'
import { approvedSql } from './approvedSql.ts'
import { remoteName } from './remoteName.ts'

/** Sources of a base that may be uploaded and whose present text is not recorded yet. */
const missingSql = `
  SELECT indexed_source.number, indexed_source.source_id, indexed_source.text_length,
    indexed_source.passages, source.name
  FROM indexed_source
  JOIN source ON source.id = indexed_source.source_id
  JOIN hosted_store ON hosted_store.base_id = indexed_source.base_id
  WHERE indexed_source.base_id = ? AND is_live = 1 AND is_expired = 0 AND is_leaving = 0
    AND source.state IN ('embedding', 'ready')
    AND ${approvedSql}
    AND NOT EXISTS (SELECT 1 FROM hosted_file
      WHERE hosted_file.source_id = indexed_source.source_id
        AND hosted_file.indexed = indexed_source.number AND hosted_file.state <> 'leaving')
  ORDER BY source.sequence LIMIT ?`

/**
 * Records the texts of a base that are to be uploaded. A text that is there already, because a
 * source was only read again, is not. Returns whether there were any.
 */
export function addFiles(database: Database, baseId: string, limit: number): boolean {
  return database.transaction(() => {
    const rows = database.all(missingSql, baseId, limit)
    for (const row of rows) addFile(database, baseId, row)
    return rows.length > 0
  })
}

function addFile(database: Database, baseId: string, row: Row): void {
  const indexed = Number(row['number'])
  const sourceId = String(row['source_id'])
  const bytes = Buffer.from(readText(database, indexed, 0, Number(row['text_length'])))
  const hash = createHash('sha256').update(bytes).digest()
  const kept = database.run(
    `UPDATE hosted_file SET indexed = ? WHERE base_id = ? AND source_id = ? AND text_hash = ?
       AND state IN ('new', 'ready')`,
    ...[indexed, baseId, sourceId, hash],
  )
  if (kept > 0) return
  // Uploads that are not searchable yet are withdrawn: their text is out of date.
  database.run(
    `UPDATE hosted_file SET state = 'leaving' WHERE source_id = ? AND state IN ('new', 'failed')`,
    sourceId,
  )
  database.run(
    `INSERT INTO hosted_file (base_id, source_id, indexed, text_hash, name, size_bytes)
     VALUES (?, ?, ?, ?, '', ?)`,
    ...[baseId, sourceId, indexed, hash, bytes.byteLength],
  )
  const number = Number(database.get('SELECT last_insert_rowid() AS id')?.['id'])
  const name = remoteName(String(row['name']), baseId, number)
  database.run('UPDATE hosted_file SET name = ? WHERE number = ?', name, number)
  const total = Number(row['passages'])
  const status: SourceState = { state: 'embedding', done: 0, total }
  database.run(
    `UPDATE source SET status = ? WHERE id = ? AND state = 'ready'`,
    ...[JSON.stringify(status), sourceId],
  )
}
