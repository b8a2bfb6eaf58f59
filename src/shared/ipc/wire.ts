import type { WireError } from '../errors.ts'

export const CALL_CHANNEL = 'parley:call'
export const STREAM_CHANNEL = 'parley:stream'
export const EVENT_CHANNEL = 'parley:event'

/** Main's answer to a call: always an envelope, as Electron keeps only an error's message. */
export type Reply = { ok: true; value: unknown } | { ok: false; error: WireError }

/** Main to page, on a stream's port. Each `frames` is acknowledged with ACKNOWLEDGED. */
export type StreamMessage =
  { type: 'frames'; frames: unknown[] } | { type: 'end' } | { type: 'error'; error: WireError }

export const ACKNOWLEDGED = 'acknowledged'

/** What the preload script exposes as `window.bridge`; it knows no method's name. */
export interface Bridge {
  call: (name: string, input: unknown) => Promise<Reply>
  /** Opens a stream; the returned function closes its port, which aborts the work in main. */
  stream: (name: string, input: unknown, listener: (message: StreamMessage) => void) => () => void
  on: (name: string, listener: (payload: unknown) => void) => () => void
}
