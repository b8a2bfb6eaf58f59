/** What colouring may take of one frame, so that it is never felt. */
const frameMilliseconds = 3

/** Work in small steps; each returns whether it has more to do. */
export type PaintWork = () => boolean

const waiting = new Set<PaintWork>()
let frame: number | undefined
let timer: ReturnType<typeof setTimeout> | undefined

/** Has the work done in this and the next frames, a few milliseconds in each. */
export function queuePaint(work: PaintWork): void {
  waiting.add(work)
  if (frame !== undefined) return
  frame = requestAnimationFrame(paint)
  // A page out of sight gets no frames.
  timer = setTimeout(paint, 500)
}

export function cancelPaint(work: PaintWork): void {
  waiting.delete(work)
}

function paint(): void {
  if (frame !== undefined) cancelAnimationFrame(frame)
  clearTimeout(timer)
  frame = undefined
  const end = performance.now() + frameMilliseconds
  for (const work of waiting) {
    let hasMore = true
    while (hasMore && performance.now() < end) hasMore = work()
    if (hasMore) break
    waiting.delete(work)
  }
  const [next] = waiting
  if (next) queuePaint(next)
}
