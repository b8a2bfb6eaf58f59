import type { Database } from '../../../src/main/storage/connection.ts'
import { openService } from '../providers/openAiCompatible/openService.ts'
import { openTestBatches } from './openTestBatches.ts'

/**
 * Runs a table of three rows, and kills its own process at a moment within it: at a statement that
 * has run, by its beginning and how often it ran before.
 */
const [, , folder = '', baseUrl = '', statement = '', times = '0'] = process.argv

let left = Number(times)

function pass(sql: string): void {
  if (statement === '' || !sql.trim().startsWith(statement)) return
  if (left === 0) process.kill(process.pid, 'SIGKILL')
  left -= 1
}

function dying(database: Database): Database {
  const isTransaction = statement === 'COMMIT'
  return {
    ...database,
    run(sql, ...values) {
      const changed = database.run(sql, ...values)
      pass(sql)
      return changed
    },
    transaction(work, durability) {
      const value = database.transaction(work, durability)
      if (isTransaction) pass('COMMIT')
      return value
    },
  }
}

const tables = openTestBatches({ folder, provider: openService(baseUrl), around: dying })
tables.begin()
const { id } = await tables.add('text\none\ntwo\nthree\n')
await tables.start(id, '{{text}}')
await tables.until(id, ({ state }) => state === 'done')
process.kill(process.pid, 'SIGKILL')
