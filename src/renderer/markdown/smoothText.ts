/** The longest time in which text of one burst appears. */
const spreadMilliseconds = 150
/** A frame that came later than this is not made up for by a leap. */
const maxFrameMilliseconds = 50

export interface SmoothText {
  /** Shows a text. One that grew appears over the next frames; any other, and the last, at once. */
  update: (text: string, streaming: boolean) => void
  stop: () => void
}

/**
 * Spreads bursts of text over frames: each shows a share of what waits, so that the text is never
 * slower than its source.
 */
export function createSmoothText(show: (text: string, streaming: boolean) => void): SmoothText {
  let target = ''
  let shown = 0
  let frame: number | undefined
  let before = 0

  const stop = (): void => {
    if (frame !== undefined) cancelAnimationFrame(frame)
    frame = undefined
  }

  const showAll = (streaming: boolean): void => {
    stop()
    shown = target.length
    show(target, streaming)
  }

  const step = (now: number): void => {
    const elapsed = Math.min(maxFrameMilliseconds, now - before)
    before = now
    const waiting = target.length - shown
    shown += Math.min(waiting, Math.max(1, Math.ceil((waiting * elapsed) / spreadMilliseconds)))
    show(target.slice(0, shown), true)
    frame = shown < target.length ? requestAnimationFrame(step) : undefined
  }

  return {
    update: (text, streaming) => {
      // As memory, not one by one as `startsWith` would.
      const grew = shown > 0 && text.slice(0, target.length) === target
      target = text
      // A page out of sight gets no frames, and the first words should not wait for one.
      if (!streaming || !grew || document.hidden) {
        showAll(streaming)
        return
      }
      if (frame !== undefined || shown === text.length) return
      before = performance.now()
      frame = requestAnimationFrame(step)
    },
    stop,
  }
}
