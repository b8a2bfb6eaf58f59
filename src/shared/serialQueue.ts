export type SerialQueue = <Value>(work: () => Promise<Value> | Value) => Promise<Value>

/**
 * Returns a function that runs what it is given one after another. Work that fails rejects its own
 * promise alone: the next runs all the same.
 */
export function createSerialQueue(): SerialQueue {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const done = last.then(work)
    last = done.catch(() => undefined)
    return done
  }
}
