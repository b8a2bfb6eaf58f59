/** A page that posts more to the window within a second loses its frame, though nobody reads it. */
const maxMessages = 200
const secondMilliseconds = 1000

interface FrameListener {
  /** The page posts more than it may. */
  onFlood: () => void
  /** The user has pressed Escape in the frame. */
  onLeave: () => void
  /** A preview's frame has had time for its preload script (preload's beatPreview.ts). */
  onBeat?: () => void
}

/**
 * Watches what one frame posts to the window, and reads none of it: reading unpacks a message, which
 * takes the window's time, and nothing tells its size before. What pages say goes to main
 * (preload's carryMessages.ts). A message with ports is the preload script's: one says that the
 * user leaves, two that the frame is alive.
 */
export function watchMessages(frame: HTMLIFrameElement, listener: FrameListener): () => void {
  const stopped = new AbortController()
  let since = -Infinity
  let messages = 0
  const count = ({ source, ports }: MessageEvent): void => {
    if (source === null || source !== frame.contentWindow) return
    const now = performance.now()
    if (now - since >= secondMilliseconds) {
      since = now
      messages = 0
    }
    messages += 1
    if (messages > maxMessages) {
      stopped.abort()
      listener.onFlood()
    } else if (ports.length > 1) listener.onBeat?.()
    else if (ports.length > 0) listener.onLeave()
  }
  addEventListener('message', count, { signal: stopped.signal })
  return () => stopped.abort()
}
