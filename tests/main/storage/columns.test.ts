import { join } from 'node:path'
import { expect, test } from 'vitest'
import { insertRow, updateRow, writeJson } from '../../../src/main/storage/columns.ts'
import { connect } from '../../../src/main/storage/connection.ts'
import { temporaryFolder } from './temporaryFolder.ts'

test('values go to the columns of their names, and an update leaves all others alone', () => {
  const database = connect(join(temporaryFolder(), 'notes.sqlite'))
  database.exec('CREATE TABLE note (id TEXT, text TEXT, tags TEXT, at INTEGER) STRICT')
  insertRow(database, 'note', { at: 1, text: 'One', id: 'a', tags: writeJson(['x']) })
  insertRow(database, 'note', { id: 'b', text: 'Two' })
  updateRow(database, 'note', 'a', { tags: writeJson(undefined), text: "'; DROP TABLE note" })
  expect(database.all('SELECT * FROM note')).toEqual([
    { id: 'a', text: "'; DROP TABLE note", tags: null, at: 1 },
    { id: 'b', text: 'Two', tags: null, at: null },
  ])
  database.close()
})
