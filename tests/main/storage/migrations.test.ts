import { expect, test } from 'vitest'
import { getMessage } from '../../../src/main/chat/history/messages.ts'
import { recoverInterrupted } from '../../../src/main/chat/history/recovery.ts'
import { connect } from '../../../src/main/storage/connection.ts'
import { openDatabase, prepare } from '../../../src/main/storage/database.ts'
import { migrate } from '../../../src/main/storage/migrate.ts'
import { migrations } from '../../../src/main/app/migrations.ts'
import { historyPath } from '../../../src/main/storage/paths.ts'
import { listSnapshots } from '../../../src/main/storage/snapshots.ts'
import { temporaryFolder } from './temporaryFolder.ts'

const conversationId = '6f9d4f3e-8f8a-4f57-9b4e-0c3f6d1f0a01'
const questionId = '6f9d4f3e-8f8a-4f57-9b4e-0c3f6d1f0a02'
const answerId = '6f9d4f3e-8f8a-4f57-9b4e-0c3f6d1f0a03'
const nobody = (): boolean => false

/** Creates a history of the first version, left by a crash during an answer. */
function makeFirstVersion(path: string): void {
  const database = connect(path)
  prepare(database)
  migrate(database, migrations.slice(0, 1))
  database.transaction(() => {
    database.run(
      `INSERT INTO conversation (id, title, title_source, leaf_id, created_at, used_at)
       VALUES (?, 'Old', 'words', ?, 1, 1)`,
      conversationId,
      answerId,
    )
    const insert = `INSERT INTO message (id, conversation_id, parent_id, role, status, created_at, parts)
      VALUES (?, ?, ?, ?, ?, 1, ?)`
    const parts = JSON.stringify([{ type: 'text', text: 'Question' }])
    database.run(insert, questionId, conversationId, null, 'user', 'complete', parts)
    database.run(insert, answerId, conversationId, questionId, 'assistant', 'streaming', '[]')
    const journal = 'INSERT INTO journal (message_id, kind, value) VALUES (?, ?, ?)'
    database.run(journal, answerId, 'reasoning', '"Hm"')
    database.run(journal, answerId, 'text', '"Half an "')
    database.run(journal, answerId, 'text', '"answer"')
    database.run(journal, answerId, 'request', '"req_1"')
  })
  database.close()
}

test('a history of the first version keeps all it has, its journal too', () => {
  const path = historyPath(temporaryFolder())
  makeFirstVersion(path)
  const database = openDatabase({ path, migrations })
  expect(listSnapshots(path)).toHaveLength(1)
  expect(recoverInterrupted(database)).toBe(1)
  expect(getMessage(database, answerId, nobody)).toMatchObject({
    status: 'interrupted',
    parts: [
      { type: 'reasoning', text: 'Hm' },
      { type: 'text', text: 'Half an answer' },
    ],
    warnings: [],
    requestId: 'req_1',
  })
  const journal = 'INSERT INTO journal (message_id, kind, value) VALUES (?, ?, ?)'
  database.run(journal, answerId, 'piece', '{}')
  expect(() => database.run(journal, answerId, 'nonsense', '{}')).toThrow('CHECK')
  expect(database.get('PRAGMA integrity_check')).toEqual({ integrity_check: 'ok' })
  database.close()
})

test('a migrated history has the tables and indexes of a new one', () => {
  const old = historyPath(temporaryFolder())
  makeFirstVersion(old)
  const schemaOf = (path: string): unknown => {
    const database = openDatabase({ path, migrations })
    const rows = database.all(
      `SELECT type, name, tbl_name FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' ORDER BY name`,
    )
    database.close()
    return rows
  }
  expect(schemaOf(old)).toEqual(schemaOf(historyPath(temporaryFolder())))
})
