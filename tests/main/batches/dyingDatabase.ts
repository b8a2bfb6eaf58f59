import type { Database } from '../../../src/main/storage/connection.ts'
import { openTestBatches, type TestBatches, type TestBatchesOptions } from './openTestBatches.ts'

interface DyingOptions extends TestBatchesOptions {
  /** The beginning of the statement after which the process dies, or `COMMIT`; empty for none. */
  statement: string
  /** Number of its runs before. */
  times: string
}

/** Opens tables whose process is killed once a statement has run. */
export function openDyingBatches({ statement, times, ...options }: DyingOptions): TestBatches {
  let left = Number(times)

  function pass(sql: string): void {
    if (statement === '' || !sql.trim().startsWith(statement)) return
    if (left === 0) process.kill(process.pid, 'SIGKILL')
    left -= 1
  }

  const dying = (database: Database): Database => ({
    ...database,
    run(sql, ...values) {
      const changed = database.run(sql, ...values)
      pass(sql)
      return changed
    },
    transaction(work, durability) {
      const value = database.transaction(work, durability)
      if (statement === 'COMMIT') pass('COMMIT')
      return value
    },
  })
  return openTestBatches({ ...options, around: dying })
}
