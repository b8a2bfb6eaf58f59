/** Between two tellings of progress. */
const progressMilliseconds = 100

export interface Announcer<T> {
  /** Tells of a change at once, with what was to be told later. */
  now: (changed: T) => void
  /** Tells of a change within a tenth of a second, once for all that change until then. */
  soon: (changed: T) => void
  /** Tells nothing more of it. */
  forget: (changed: T) => void
  close: () => void
}

/** Gathers what has changed, so that no number of changes is told more than ten times a second. */
export function createAnnouncer<T>(tell: (changed: T[]) => void): Announcer<T> {
  const waiting = new Set<T>()
  let timer: NodeJS.Timeout | undefined

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
      waiting.add(changed)
      timer ??= setTimeout(flush, progressMilliseconds)
    },
    forget: (changed) => void waiting.delete(changed),
    close: () => clearTimeout(timer),
  }
}
