import { pixelsBelow } from '../../ui/layout/pixelsBelow.ts'

/** So long what is above a place may be measured anew, which moves the place. */
const maxFrames = 30
const restingFrames = 3
/** The reader scrolls. */
const ownScrolling = ['wheel', 'pointerdown', 'keydown'] as const

/**
 * Scrolls a box until what `find` returns stays in its upper part, unless the reader scrolls. The
 * box alone: `scrollIntoView` would scroll the window too.
 */
export function bringIntoView(scroller: HTMLElement, find: () => Element | null | undefined): void {
  const reader = new AbortController()
  for (const name of ownScrolling) {
    scroller.addEventListener(name, () => reader.abort(), { signal: reader.signal, passive: true })
  }
  let frames = 0
  let resting = 0
  const step = (): void => {
    if (reader.signal.aborted) return
    const before = scroller.scrollTop
    const place = find()
    if (place) scroller.scrollTop += pixelsBelow(place, scroller) - scroller.clientHeight / 4
    resting = Math.abs(scroller.scrollTop - before) < 2 ? resting + 1 : 0
    frames += 1
    if (frames < maxFrames && resting < restingFrames) requestAnimationFrame(step)
    else reader.abort()
  }
  step()
}
