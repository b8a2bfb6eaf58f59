import { toWire } from '../../../shared/errors.ts'
import { parseJson } from '../../../shared/json.ts'
import { createSerialQueue } from '../../../shared/serialQueue.ts'
import { attempt } from '../failures.ts'
import { storeLocally } from './storeLocally.ts'

/** As often as the drafts of chats. */
const writeMilliseconds = 300

export interface KeptOptions<Value> {
  read: () => Promise<Value | null>
  /** Writes the value to main, which parses it. */
  write: (value: Value) => Promise<unknown>
  /** Key in local storage for a value that may not reach main before the window closes. */
  unwrittenKey: string
}

/** A value that the user changes often, kept in main's database. */
export interface Kept<Value> {
  /**
   * Returns the value as the user has left it, in this page or before the last start; undefined if
   * there was none. Errors: databaseLocked, diskFull.
   */
  read: () => Promise<Value | undefined>
  /** Keeps the value for the next start. Several changes are written together. */
  keep: (value: Value) => void
}

export function createKept<Value>({ read, write, unwrittenKey }: KeptOptions<Value>): Kept<Value> {
  let latest: Promise<Value | undefined> | undefined
  let unwritten: { value: Value } | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let hasFailed = false
  const inOrder = createSerialQueue()

  /** Writes what is not written yet. */
  function flush(): void {
    clearTimeout(timer)
    timer = undefined
    const given = unwritten
    unwritten = undefined
    if (!given) return
    const written = inOrder(() => write(given.value))
    // A full disk is told once, not at each letter.
    if (!hasFailed) attempt(written)
    written.then(
      () => (hasFailed = false),
      () => (hasFailed = true),
    )
  }

  /**
   * Gives main what the page that closed could not write, and forgets it once main has it, or says
   * that it is no such value.
   */
  async function writeLeft(): Promise<void> {
    const left = localStorage.getItem(unwrittenKey)
    if (left === null) return
    try {
      await write(parseJson(left) as Value)
    } catch (error) {
      if (toWire(error).code !== 'badInput') throw error
    }
    localStorage.removeItem(unwrittenKey)
  }

  window.addEventListener('pagehide', () => {
    // Main may be gone before its answer, and this storage is the page's own.
    if (unwritten) storeLocally(unwrittenKey, JSON.stringify(unwritten.value))
    flush()
  })

  return {
    read() {
      latest ??= writeLeft()
        .then(read)
        .then(
          (value) => value ?? undefined,
          (error: unknown) => {
            // The next call asks again.
            latest = undefined
            throw error
          },
        )
      return latest
    },
    keep(value) {
      latest = Promise.resolve(value)
      unwritten = { value }
      timer ??= setTimeout(flush, writeMilliseconds)
    },
  }
}
