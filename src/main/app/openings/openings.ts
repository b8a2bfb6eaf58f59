import type { Opening } from '../../../shared/openings.ts'

/** A queue of openings, each kept until a page has shown it. */
export interface Openings {
  add: (openings: readonly Opening[]) => void
  /** Yields all in order, until the signal fires. One counts as shown when the next is asked for. */
  follow: (signal: AbortSignal) => AsyncIterable<Opening>
}

export function createOpenings(): Openings {
  const waiting: Opening[] = []
  let added = Promise.withResolvers<void>()

  return {
    add(openings) {
      waiting.push(...openings)
      added.resolve()
      added = Promise.withResolvers()
    },
    async *follow(signal) {
      const ended = new Promise<void>((resolve) => {
        signal.addEventListener('abort', () => resolve(), { once: true })
      })
      while (!signal.aborted) {
        const [next] = waiting
        if (next) {
          yield next
          // Another page may have taken it since.
          if (waiting[0] === next) waiting.shift()
        } else await Promise.race([added.promise, ended])
      }
    },
  }
}
