import { DatabaseSync } from 'node:sqlite'

/** SQLite's code for a file that another connection holds. */
const busy = 5

/**
 * Takes the right to run the jobs of a data folder, and returns what gives it back; undefined while
 * another process has it. The system frees it when the process dies, however it does.
 */
export function lockRunner(path: string): (() => void) | undefined {
  const lock = new DatabaseSync(path, { timeout: 0 })
  try {
    lock.exec('BEGIN EXCLUSIVE')
    return () => {
      if (lock.isOpen) lock.close()
    }
  } catch (error) {
    lock.close()
    if (error instanceof Error && 'errcode' in error && error.errcode === busy) return undefined
    throw error
  }
}
