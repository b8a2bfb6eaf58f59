/** Tells one who waits that there is more to do, or that no more will come. */
export interface Gate {
  /** Resolves to true after the next pulse, at once if there was one since, or false once closed. */
  next: () => Promise<boolean>
  pulse: () => void
  close: () => void
  open: () => void
}

export function createGate(): Gate {
  let isOpen = true
  let hasPulsed = false
  let wake = (): void => undefined
  return {
    async next() {
      if (isOpen && !hasPulsed) await new Promise<void>((resolve) => (wake = resolve))
      hasPulsed = false
      return isOpen
    },
    pulse() {
      hasPulsed = true
      wake()
    },
    close() {
      isOpen = false
      wake()
    },
    open() {
      isOpen = true
    },
  }
}
