/** Creates a clock on which every pause takes no time, and moves it on. */
export function virtualClock(start = 1_800_000_000_000) {
  let time = start
  return {
    // Whole milliseconds, as Date.now has: a growing pause is none.
    now: (): number => Math.floor(time),
    delay(milliseconds: number, signal: AbortSignal): Promise<void> {
      if (!signal.aborted) time += milliseconds
      return new Promise((resolve) => setImmediate(resolve))
    },
    waited: (): number => time - start,
  }
}
