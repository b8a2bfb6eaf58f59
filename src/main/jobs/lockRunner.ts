import { DatabaseSync } from 'node:sqlite'

/** SQLite's code for a file that another connection has locked. */
const busy = 5

/**
 * Takes the lock for running a data folder's jobs, and returns a function that releases it;
 * undefined while another process has it. The system releases it when the process dies.
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
