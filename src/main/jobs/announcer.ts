/** The least time between two events with progress. */
const progressMilliseconds = 100

export interface Announcer<T> {
  /** Announces a change at once, together with the pending ones. */
  now: (changed: T) => void
  /** Announces a change within a tenth of a second, together with all others until then. */
  soon: (changed: T) => void
  /** Drops a pending announcement. */
  forget: (changed: T) => void
  /** Drops what is pending, and every later `soon`: nobody may read the changed rows any more. */
  close: () => void
}

/** Collects changes, so that they are announced at most ten times a second. */
export function createAnnouncer<T>(tell: (changed: T[]) => void): Announcer<T> {
  const waiting = new Set<T>()
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  function flush(): void {
    clearTimeout(timer)
    timer = undefined
    const changed = [...waiting]
    waiting.clear()
    if (changed.length > 0) tell(changed)
  }

  return {
    now(changed) {
      waiting.add(changed)
      flush()
    },
    soon(changed) {
      if (isClosed) return
      waiting.add(changed)
      timer ??= setTimeout(flush, progressMilliseconds)
    },
    forget: (changed) => void waiting.delete(changed),
    close() {
      isClosed = true
      clearTimeout(timer)
    },
  }
}
