import { join } from 'node:path'
import { expect, test } from 'vitest'
import { connect, type Database } from '../../../src/main/storage/connection.ts'
import { prepare } from '../../../src/main/storage/database.ts'
import { temporaryFolder } from './temporaryFolder.ts'

const syncedFully = 2
const synchronous = (database: Database) => database.get('PRAGMA synchronous')?.['synchronous']

test('a relaxed transaction is relaxed, and those after it wait for the disk again', () => {
  const database = connect(join(temporaryFolder(), 'notes.sqlite'))
  prepare(database)
  database.exec('CREATE TABLE note (text TEXT) STRICT')
  database.transaction(() => {
    expect(synchronous(database)).toBe(1)
    database.run('INSERT INTO note VALUES (?)', 'soon')
  }, 'relaxed')
  expect(synchronous(database)).toBe(syncedFully)
  expect(() =>
    database.transaction(() => {
      throw new Error('half-way')
    }, 'relaxed'),
  ).toThrow('half-way')
  expect(synchronous(database)).toBe(syncedFully)
  expect(database.all('SELECT text FROM note')).toEqual([{ text: 'soon' }])
  database.close()
})
