/** A hidden page gets no animation frames, but still has to keep up. */
const hiddenMilliseconds = 250

export interface FrameBatch<Item> {
  add: (item: Item) => void
  /** Applies the waiting items now, and drops the planned run. */
  flush: () => void
}

/** Collects items and applies them together once per animation frame. */
export function createFrameBatch<Item>(apply: (items: readonly Item[]) => void): FrameBatch<Item> {
  let waiting: Item[] = []
  let frame: number | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  const flush = (): void => {
    if (frame !== undefined) cancelAnimationFrame(frame)
    clearTimeout(timer)
    frame = undefined
    if (waiting.length === 0) return
    const items = waiting
    waiting = []
    apply(items)
  }

  return {
    flush,
    add: (item) => {
      waiting.push(item)
      if (frame !== undefined) return
      frame = requestAnimationFrame(flush)
      timer = setTimeout(flush, hiddenMilliseconds)
    },
  }
}
