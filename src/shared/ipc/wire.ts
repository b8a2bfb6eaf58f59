import type { WireError } from '../errors.ts'

export const CALL_CHANNEL = 'parley:call'
export const STREAM_CHANNEL = 'parley:stream'
export const EVENT_CHANNEL = 'parley:event'
/** The preload script tells main the path of each dropped file that the page asks for. */
export const DROPPED_CHANNEL = 'parley:dropped'

/** Main's reply to a call. It is an envelope because Electron keeps only an error's message. */
export type Reply = { ok: true; value: unknown } | { ok: false; error: WireError }

/**
 * A message from main to the page on a stream's port. The page answers each `frames` with
 * ACKNOWLEDGED.
 */
export type StreamMessage =
  | { type: 'frames'; frames: unknown[] }
  | { type: 'end' }
  | { type: 'error'; error: WireError }

export const ACKNOWLEDGED = 'acknowledged'

/** The API that the preload script exposes as `window.bridge`. It knows no method by name. */
export interface Bridge {
  call: (name: string, input: unknown) => Promise<Reply>
  /** Opens a stream. The returned function closes its port, which aborts the work in main. */
  stream: (name: string, input: unknown, listener: (message: StreamMessage) => void) => () => void
  on: (name: string, listener: (payload: unknown) => void) => () => void
  /** Returns the path of a dropped file or folder. Missing where the system does not tell it. */
  pathOf?: (file: object) => string
}
