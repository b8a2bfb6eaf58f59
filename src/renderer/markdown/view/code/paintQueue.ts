import { setUnfinished } from '../../drawnLater.ts'
import { readSelectedEnds } from './selectedEnds.ts'
import type { SelectedEnds } from './selectedEnds.ts'

/** The share of a frame that colouring may take, so that nobody feels it. */
const frameMilliseconds = 3
/** Colours that come one by one are put on together: each time costs a layout and a paint. */
const pauseMilliseconds = 50
/** A page out of sight gets no frames. */
const timerMilliseconds = 500

/** Work in small steps, which keep what is selected; each returns whether it has more to do. */
export type PaintWork = (selected: SelectedEnds | undefined) => boolean

const waiting = new Set<PaintWork>()
let isDue = false
let paintedAt = 0
let frame: number | undefined
let timer: ReturnType<typeof setTimeout> | undefined

/** Has the work done soon, a few milliseconds in each frame. */
export function queuePaint(work: PaintWork): void {
  waiting.add(work)
  setUnfinished(waiting, true)
  if (isDue) return
  isDue = true
  const pause = paintedAt + pauseMilliseconds - performance.now()
  if (pause > 0) timer = setTimeout(request, pause)
  else request()
}

export function cancelPaint(work: PaintWork): void {
  waiting.delete(work)
}

function finish(): void {
  isDue = false
  setUnfinished(waiting, false)
}

function request(): void {
  frame = requestAnimationFrame(paint)
  timer = setTimeout(paint, timerMilliseconds)
}

function paint(): void {
  if (frame !== undefined) cancelAnimationFrame(frame)
  clearTimeout(timer)
  paintedAt = performance.now()
  const end = paintedAt + frameMilliseconds
  const selected = readSelectedEnds()
  try {
    for (const work of waiting) {
      // A failed task is not tried again, and does not stop the others.
      waiting.delete(work)
      let hasMore = true
      while (hasMore && performance.now() < end) hasMore = work(selected)
      if (!hasMore) continue
      waiting.add(work)
      break
    }
  } finally {
    if (waiting.size > 0) request()
    else finish()
  }
}
