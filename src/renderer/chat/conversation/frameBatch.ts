/** A page that is out of sight gets no animation frames, and still has to keep up. */
const hiddenMilliseconds = 250

export interface FrameBatch<Item> {
  add: (item: Item) => void
  /** Applies what waits now, and nothing later. */
  flush: () => void
}

/** Collects items, and hands them on together once per animation frame. */
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
