/** Four times a second for one base, as the event promises. */
const pauseMilliseconds = 250

export interface ChangeAnnouncer {
  /** Tells the page soon that a base has changed. */
  announce: (baseId: string) => void
  close: () => void
}

/** Creates an announcer that tells of many changes of a base at once. */
export function createChangeAnnouncer(tell: (baseId: string) => void): ChangeAnnouncer {
  const waiting = new Map<string, NodeJS.Timeout>()
  return {
    announce(baseId) {
      if (waiting.has(baseId)) return
      const timer = setTimeout(() => {
        waiting.delete(baseId)
        tell(baseId)
      }, pauseMilliseconds)
      waiting.set(baseId, timer.unref())
    },
    close() {
      for (const timer of waiting.values()) clearTimeout(timer)
      waiting.clear()
    },
  }
}
