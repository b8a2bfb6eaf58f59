/** Methods of the thread of `fragileWorker.ts`. */
export declare const fragile: {
  double: (value: number) => number
  /** Ends the thread. */
  die: () => Promise<void>
  fail: () => void
  waitFor: (signal: AbortSignal) => Promise<string>
}
