/** Keeps the best of many scores with their slots, in a heap with the worst at its top. */
export interface TopScores {
  /** The score that one must exceed to be kept. */
  readonly floor: number
  add: (slot: number, score: number) => void
  /** Returns the slots in no order. */
  slots: () => number[]
}

export function createTopScores(capacity: number): TopScores {
  const slots = new Float64Array(capacity)
  const scores = new Float64Array(capacity)
  let size = 0
  const scoreAt = (at: number): number => scores[at] ?? Infinity

  function set(at: number, slot: number, score: number): void {
    slots[at] = slot
    scores[at] = score
  }

  function siftUp(start: number, slot: number, score: number): void {
    let at = start
    while (at > 0) {
      const parent = (at - 1) >> 1
      if (scoreAt(parent) <= score) break
      set(at, slots[parent] ?? 0, scoreAt(parent))
      at = parent
    }
    set(at, slot, score)
  }

  function siftDown(slot: number, score: number): void {
    let at = 0
    for (let child = 1; child < size; child = 2 * at + 1) {
      if (child + 1 < size && scoreAt(child + 1) < scoreAt(child)) child += 1
      if (scoreAt(child) >= score) break
      set(at, slots[child] ?? 0, scoreAt(child))
      at = child
    }
    set(at, slot, score)
  }

  const top: TopScores & { floor: number } = {
    floor: -Infinity,
    add(slot, score) {
      if (size < capacity) siftUp(size++, slot, score)
      else if (score > scoreAt(0)) siftDown(slot, score)
      if (size === capacity) top.floor = scoreAt(0)
    },
    slots: () => Array.from(slots.subarray(0, size)),
  }
  return top
}
