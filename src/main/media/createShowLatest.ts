export interface ShowLatest<T> {
  put: (value: T) => void
  /** Shows nothing any more. */
  stop: () => void
}

/** Returns what shows the latest of many values, with a pause after each that is shown. */
export function createShowLatest<T>(
  show: (value: T) => void,
  pause: () => Promise<unknown>,
): ShowLatest<T> {
  let latest: { value: T } | undefined
  let isShowing = false
  let isStopped = false

  async function showAll(): Promise<void> {
    isShowing = true
    try {
      for (let next = latest; next; next = latest) {
        latest = undefined
        show(next.value)
        await pause()
      }
    } finally {
      isShowing = false
    }
  }

  return {
    put(value) {
      if (isStopped) return
      latest = { value }
      // It is a comfort alone: what can't be shown is not.
      if (!isShowing) showAll().catch(() => undefined)
    },
    stop() {
      isStopped = true
      latest = undefined
    },
  }
}
