import { createFloodGate } from './floodGate.ts'

/** The message of the preload script: the user has pressed Escape in the frame. */
const leaveMessage = 'parley:leave-frame'

interface FrameListener {
  /** Takes a message of the page. */
  onMessage: (message: unknown) => void
  /** The page sends more than it may; no more messages are taken. */
  onFlood: () => void
  /** The user leaves the frame. */
  onLeave: () => void
}

/** Listens to one frame's page. Messages of other frames, and of frames inside it, are not its. */
export function listenToFrame(frame: HTMLIFrameElement, listener: FrameListener): () => void {
  const gate = createFloodGate()
  const stopped = new AbortController()
  const stop = (): void => stopped.abort()
  const take = (event: MessageEvent): void => {
    if (event.source === null || event.source !== frame.contentWindow) return
    const now = performance.now()
    // Only reading `data` unpacks the message, which takes the window's time.
    if (gate.admit(now) && gate.weigh(event.data, now)) return pass(event.data)
    stop()
    listener.onFlood()
  }
  const pass = (message: unknown): void => {
    const type = (message as { type?: unknown } | null)?.type
    if (type === leaveMessage) listener.onLeave()
    else if (typeof type === 'string') listener.onMessage(message)
  }
  addEventListener('message', take, { signal: stopped.signal })
  return stop
}
