import { AppError } from '../../shared/errors.ts'

export interface Slots {
  /** Waits for a slot. Resolves to the function that frees it. Errors: aborted. */
  take: (signal?: AbortSignal) => Promise<() => void>
}

/** Creates slots, which limit how many work at a time: first come, first served. */
export function createSlots(maximum: number): Slots {
  let taken = 0
  const waiting: (() => void)[] = []

  function take(): () => void {
    taken += 1
    let isFree = false
    return () => {
      if (isFree) return
      isFree = true
      taken -= 1
      waiting.shift()?.()
    }
  }

  return {
    take(signal) {
      if (signal?.aborted) return Promise.reject(stopped())
      if (taken < maximum) return Promise.resolve(take())
      return new Promise((resolve, reject) => {
        const begin = (): void => {
          signal?.removeEventListener('abort', stop)
          resolve(take())
        }
        const stop = (): void => {
          waiting.splice(waiting.indexOf(begin), 1)
          reject(stopped())
        }
        waiting.push(begin)
        signal?.addEventListener('abort', stop, { once: true })
      })
    },
  }
}

function stopped(): AppError {
  return new AppError('aborted', 'The task was stopped')
}
