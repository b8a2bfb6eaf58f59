/** The jobs of one service that run at a time. The others wait in Parley. */
const usual = 2
const lowered = 1
const loweredMilliseconds = 5 * 60_000

/** Number of jobs that may run at a service at a time. */
export interface LaneLimits {
  of: (providerId: string) => number
  /** Lowers it for a while, because the service said that there were too many requests. */
  lower: (providerId: string, milliseconds: number) => void
}

export interface LaneLimitsOptions {
  elapsed: () => number
  closing: AbortSignal
  delay: (milliseconds: number, signal: AbortSignal) => Promise<void>
  /** More jobs may run again. */
  onRaised: () => void
}

export function createLaneLimits(options: LaneLimitsOptions): LaneLimits {
  const { elapsed, closing, delay, onRaised } = options
  const until = new Map<string, number>()

  async function raiseLater(providerId: string): Promise<void> {
    for (let left = loweredMilliseconds; left > 0 && !closing.aborted;) {
      await delay(left, closing)
      left = (until.get(providerId) ?? 0) - elapsed()
    }
    until.delete(providerId)
    if (!closing.aborted) onRaised()
  }

  return {
    of: (providerId) => ((until.get(providerId) ?? 0) > elapsed() ? lowered : usual),
    lower(providerId, milliseconds) {
      const isNew = !until.has(providerId)
      until.set(providerId, elapsed() + Math.max(milliseconds, loweredMilliseconds))
      if (isNew) void raiseLater(providerId)
    },
  }
}
