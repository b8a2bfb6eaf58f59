import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  watch,
  writeFileSync,
  type FSWatcher,
} from 'node:fs'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { deserialize, serialize } from 'node:v8'

export interface SecondInstance {
  argv: string[]
  workingDirectory: string
  additionalData: unknown
}

export interface SingleInstanceLock {
  /**
   * Tries to take the lock. Returns true if this process has it, else notifies the process that
   * does.
   */
  request(additionalData: unknown): boolean
  has(): boolean
  release(): void
}

/**
 * Allows one running app per folder. The lock is the operating system's lock on an open SQLite
 * file, so it ends with its process in any case. Messages of second instances are files beside it.
 */
export function createSingleInstanceLock(
  folderOf: () => string,
  onSecondInstance: (second: SecondInstance) => void,
): SingleInstanceLock {
  let held: DatabaseSync | undefined
  let watcher: FSWatcher | undefined

  const readMessages = (folder: string): void => {
    // The watcher also tells when the folder itself is removed.
    if (!existsSync(folder)) return
    for (const name of readdirSync(folder)) {
      if (!name.endsWith('.message')) continue
      const file = join(folder, name)
      try {
        const message = deserialize(readFileSync(file)) as SecondInstance
        rmSync(file, { force: true })
        onSecondInstance(message)
      } catch {
        rmSync(file, { force: true })
      }
    }
  }

  const leaveMessage = (folder: string, additionalData: unknown): void => {
    const message: SecondInstance = {
      argv: process.argv,
      workingDirectory: process.cwd(),
      additionalData,
    }
    const name = randomUUID()
    writeFileSync(join(folder, name), serialize(message), { mode: 0o600 })
    renameSync(join(folder, name), join(folder, `${name}.message`))
  }

  const request = (additionalData: unknown): boolean => {
    if (held) return true
    const folder = join(folderOf(), 'single-instance')
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const database = new DatabaseSync(join(folder, 'lock.sqlite'), { timeout: 0 })
    try {
      database.exec('PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE')
    } catch {
      database.close()
      leaveMessage(folder, additionalData)
      return false
    }
    held = database
    for (const name of readdirSync(folder)) {
      if (!name.startsWith('lock.sqlite')) rmSync(join(folder, name), { force: true })
    }
    watcher = watch(folder, { persistent: false }, () => readMessages(folder))
    return true
  }

  return {
    request,
    has: () => held !== undefined,
    release: () => {
      watcher?.close()
      held?.close()
      held = undefined
    },
  }
}
