import { AppError } from '../../shared/errors.ts'

export interface Patience {
  signal: AbortSignal
  /** Restarts the time limit: the server has shown that it works. */
  renew: () => void
  /** Stops the time while the user is asked. Returns the function that goes on. */
  pause: () => () => void
  end: () => void
}

/** Creates a signal that fires with `outer`, or after a time without any news. */
export function createPatience(milliseconds: number, outer: AbortSignal): Patience {
  const own = new AbortController()
  const signal = AbortSignal.any([own.signal, outer])
  let timer: NodeJS.Timeout | undefined
  let pauses = 0
  const renew = (): void => {
    clearTimeout(timer)
    if (pauses > 0 || signal.aborted) return
    timer = setTimeout(
      () => own.abort(new AppError('timeout', 'The server has not answered in time')),
      milliseconds,
    )
  }
  renew()
  return {
    signal,
    renew,
    pause() {
      pauses++
      clearTimeout(timer)
      let paused = true
      return () => {
        if (!paused) return
        paused = false
        pauses--
        renew()
      }
    },
    end: () => clearTimeout(timer),
  }
}
