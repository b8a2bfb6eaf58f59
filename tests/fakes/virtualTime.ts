/** Time that passes only when a test says so. */
export interface VirtualTime {
  now: () => number
  /** Resolves once so many milliseconds have passed, or at once when the signal fires. */
  delay: (milliseconds: number, signal: AbortSignal) => Promise<void>
  /** Lets time pass. What ends within it ends in order. */
  pass: (milliseconds: number) => Promise<void>
}

export function createVirtualTime(): VirtualTime {
  let time = 0
  let pending: { at: number; resolve: () => void }[] = []
  const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

  return {
    now: () => time,
    delay(milliseconds, signal) {
      return new Promise((resolve) => {
        const entry = { at: time + milliseconds, resolve }
        const end = (): void => {
          pending = pending.filter((each) => each !== entry)
          resolve()
        }
        if (signal.aborted) return resolve()
        signal.addEventListener('abort', end, { once: true })
        pending.push(entry)
      })
    },
    async pass(milliseconds) {
      const end = time + milliseconds
      for (;;) {
        await settle()
        const [next] = pending.filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at)
        if (!next) break
        time = next.at
        pending = pending.filter((each) => each !== next)
        next.resolve()
      }
      time = end
    },
  }
}
