/** Above this speed, in CSS pixels a second, more pictures pass than can be made meanwhile. */
const fastSpeed = 1200
/** Without an event for so long, nothing scrolls any more. */
const restMilliseconds = 150

/**
 * Tells when an element begins and ends to scroll fast. Returns what ends the watch, which then
 * counts as the end of the scrolling too.
 */
export function watchScrolling(
  scroller: HTMLElement,
  onChange: (isFast: boolean) => void,
): () => void {
  let isFast = false
  let last = { top: scroller.scrollTop, at: performance.now() }
  let resting: ReturnType<typeof setTimeout> | undefined
  const tell = (now: boolean): void => {
    if (now !== isFast) onChange((isFast = now))
  }
  const onScroll = (): void => {
    const now = { top: scroller.scrollTop, at: performance.now() }
    const speed = (Math.abs(now.top - last.top) / (now.at - last.at)) * 1000
    last = now
    tell(speed > fastSpeed)
    clearTimeout(resting)
    resting = setTimeout(() => tell(false), restMilliseconds)
  }
  scroller.addEventListener('scroll', onScroll, { passive: true })
  return () => {
    scroller.removeEventListener('scroll', onScroll)
    clearTimeout(resting)
    tell(false)
  }
}
