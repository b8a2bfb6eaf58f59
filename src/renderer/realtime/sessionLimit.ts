/** The longest session that a service allows, unless it says otherwise. */
export const defaultSessionMs = 60 * 60 * 1000
/** A pause within this time before the end is used to continue in a new session. */
const renewBeforeMs = 5 * 60 * 1000
/** The user is told of the end at least this long before it. */
const warnBeforeMs = 60 * 1000

export interface SessionLimitOptions {
  /** Returns milliseconds since 1970. */
  now: () => number
  /** Calls a function after some milliseconds. Returns a function that prevents it. */
  setTimer: (run: () => void, milliseconds: number) => () => void
  /** Tells whether neither side speaks, and no answer is on its way. */
  isPause: () => boolean
  /** Continues the conversation in a new session. Called once at most. */
  renew: () => Promise<void>
  /**
   * Called with the time of the end if no new session takes over before it, and with the error if
   * `renew` has failed.
   */
  onUnrenewed: (endsAt: number, error?: unknown) => void
  /** Called when the time is up. */
  onOver: () => void
}

/** Watches over the time that a session may last. */
export interface SessionLimit {
  /** Sets the time of the session's end, in milliseconds since 1970. */
  expireAt: (time: number) => void
  /** To be called at each pause. */
  pause: () => void
  /** Tells whether the service may end the session at any moment. */
  isNearEnd: () => boolean
  stop: () => void
}

export function createSessionLimit(options: SessionLimitOptions): SessionLimit {
  const { now, setTimer, isPause, renew, onUnrenewed, onOver } = options
  let endsAt = Infinity
  let isRenewing = false
  let isStopped = false
  let timers: (() => void)[] = []

  function clear(): void {
    for (const cancel of timers) cancel()
    timers = []
  }

  function pause(): void {
    if (isStopped || isRenewing || now() < endsAt - renewBeforeMs || !isPause()) return
    isRenewing = true
    renew().catch((error: unknown) => {
      if (!isStopped) onUnrenewed(endsAt, error)
    })
  }

  return {
    expireAt(time) {
      if (isStopped) return
      clear()
      endsAt = time
      const steps: [at: number, run: () => void][] = [
        [time - renewBeforeMs, pause],
        [time - warnBeforeMs, () => onUnrenewed(time)],
        [time, onOver],
      ]
      timers = steps.map(([at, run]) => setTimer(run, Math.max(0, at - now())))
    },
    pause,
    isNearEnd: () => now() >= endsAt - warnBeforeMs,
    stop() {
      isStopped = true
      clear()
    },
  }
}
