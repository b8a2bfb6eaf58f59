import { open } from 'node:fs/promises'

/**
 * Creates a function that flushes a database's log to the disk without blocking the event loop, so
 * that a commit that did not wait for the disk soon survives a loss of power. Calls during a flush
 * share the next one. A failure is left to the next commit that waits for the disk.
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
