/** After so long without a change nobody waits for the thread. */
const idleMilliseconds = 60_000

export interface IdleWork {
  /** Begins the wait again. */
  postpone: () => void
  close: () => void
}

/** Does work once after each time of changes, when they have rested. */
export function createIdleWork(work: () => void): IdleWork {
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  return {
    postpone() {
      clearTimeout(timer)
      if (!isClosed) timer = setTimeout(work, idleMilliseconds).unref()
    },
    close() {
      isClosed = true
      clearTimeout(timer)
    },
  }
}
