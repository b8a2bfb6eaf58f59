/** The fake's reaction to a request for a reply, at both endpoints. */
export type Behaviour =
  | Answer
  /** A status with any body. */
  | { kind: 'status'; status: number; body: unknown; headers?: Record<string, string> }
  /** Raw bytes, such as a recorded stream cut at any place. */
  | { kind: 'bytes'; pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>; type?: string }
  /** No answer until the client disconnects. */
  | { kind: 'hang' }

export interface FakePicture {
  id: string
  /** Unfinished pictures, in base64. */
  drafts?: readonly string[]
  /** Holds the finished picture back. */
  until?: Promise<unknown>
  /** In base64; null if there is none. */
  result: string | null
  prompt?: string
  error?: { code: string; message: string }
}

export interface Answer {
  kind: 'answer'
  text: string
  /** More texts, each held back until its promise settles. The ending follows the last. */
  held?: readonly { until: Promise<unknown>; text?: string }[]
  reasoning?: string
  reasoningField?: 'reasoning_content' | 'reasoning'
  /** The encrypted reasoning at the Responses endpoint. */
  encrypted?: string
  /** Pictures of the service's own tool, at the Responses endpoint, before the text. */
  pictures?: readonly FakePicture[]
  toolCalls?: readonly { id: string; name: string; arguments: string }[]
  /** Unlimited if missing. */
  tokensPerSecond?: number
  firstTokenMilliseconds?: number
  finishReason?: string
  /** Given counts, or none; by default the words are counted. */
  usage?: boolean | { prompt: number; completion: number }
  /** The ending: normal, without the end mark, by a reset, or never. */
  ending?: 'done' | 'cut' | 'reset' | 'hang'
  headers?: Record<string, string>
}
