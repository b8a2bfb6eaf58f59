/**
 * Watches who has the keyboard. Calls `onTheft` when the frame takes it although the user has not
 * opened it, and `onLeft` when another element of the window gets it. A frame can take it without
 * a click by `focus()`, and nothing in Chromium forbids that; it loses its place before a key
 * reaches it, because the look at the new owner comes right after the window has lost the keyboard.
 */
export function watchFocus(
  frame: HTMLIFrameElement,
  isUsed: () => boolean,
  { onTheft, onLeft }: { onTheft: () => void; onLeft: () => void },
): () => void {
  const stopped = new AbortController()
  const { signal } = stopped
  /** The element that had the keyboard before the frame took it. */
  let lastFocused = document.activeElement
  const look = (): void => {
    if (signal.aborted || document.activeElement !== frame || isUsed()) return
    onTheft()
    if (lastFocused instanceof HTMLElement) lastFocused.focus({ preventScroll: true })
  }
  addEventListener(
    'blur',
    () => {
      look()
      // The frame may become the active element only after the event.
      setTimeout(look)
    },
    { signal },
  )
  document.addEventListener(
    'focusin',
    ({ target }) => {
      if (target === frame) return look()
      if (target instanceof Element) lastFocused = target
      onLeft()
    },
    { signal },
  )
  return () => stopped.abort()
}
