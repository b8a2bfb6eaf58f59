/** Applies changes to a window one after another. */
export interface ChangeQueue {
  /** Applies a change after the pending ones. A failure means that the window is gone. */
  add(change: () => Promise<unknown>): void
  /** Resolves after all pending changes. */
  settled(): Promise<unknown>
}

export function createChangeQueue(): ChangeQueue {
  let pending: Promise<unknown> = Promise.resolve()
  return {
    add: (change) => {
      pending = pending.then(change).catch(() => undefined)
    },
    settled: () => pending,
  }
}
