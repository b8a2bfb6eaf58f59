export type SerialQueue = <Value>(work: () => Promise<Value> | Value) => Promise<Value>

/**
 * Creates a queue that runs work one after another. A failure rejects only its own promise; the
 * next work runs regardless.
 */
export function createSerialQueue(): SerialQueue {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const done = last.then(work)
    last = done.catch(() => undefined)
    return done
  }
}
