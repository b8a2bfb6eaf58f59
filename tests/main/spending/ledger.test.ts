import { expect, test } from 'vitest'
import { guardLedger, logLedgerFailures } from '../../../src/main/spending/ledger.ts'
import { dear, openLedger } from './openLedger.ts'

test('a full disk that undoes what the row belongs to is told, not only logged', () => {
  const database = openLedger()
  const logged: string[] = []
  logLedgerFailures(database, (event) => void logged.push(event))
  const pages = Number(database.get('PRAGMA page_count')?.['page_count'])
  database.exec(`CREATE TABLE answer (text TEXT); PRAGMA max_page_count = ${String(pages + 8)}`)
  const many = Array.from({ length: 1000 }, () => ({ model: dear }))
  const save = (): void =>
    database.transaction(() => {
      database.run('INSERT INTO answer VALUES (?)', 'Yes')
      guardLedger(database, () => void openLedger(many, database))
    })
  expect(save).toThrow(expect.objectContaining({ code: 'diskFull' }) as Error)
  expect(database.get('SELECT text FROM answer')).toBeUndefined()
  // Outside of a transaction nothing else is lost.
  guardLedger(database, () => void openLedger(many, database))
  expect(logged).toEqual(['A request could not be added to the ledger of costs'])
})
