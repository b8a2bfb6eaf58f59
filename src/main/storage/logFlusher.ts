import { open } from 'node:fs/promises'

/**
 * Brings what lies in a database's log to the disk without holding the event loop up: a commit
 * that did not wait for the disk outlives a loss of power a moment later. Calls that come while
 * it works share one more turn. A failure is left to the next commit that waits for the disk.
 */
export function createLogFlusher(logPath: string): () => void {
  let running = false
  let again = false

  async function flush(): Promise<void> {
    const log = await open(logPath, 'r+')
    try {
      await log.datasync()
    } finally {
      await log.close()
    }
  }

  async function run(): Promise<void> {
    running = true
    while (again) {
      again = false
      await flush().catch(() => undefined)
    }
    running = false
  }

  return () => {
    again = true
    if (!running) void run()
  }
}
