/** What the fake does with a request for a reply, at either of its two endpoints. */
export type Behaviour =
  | Answer
  /** A status, with a body of any kind. */
  | { kind: 'status'; status: number; body: unknown; headers?: Record<string, string> }
  /** Bytes as they are, such as a recorded stream cut anywhere. */
  | { kind: 'bytes'; pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>; type?: string }
  /** No answer at all, until the client goes. */
  | { kind: 'hang' }

export interface Answer {
  kind: 'answer'
  text: string
  reasoning?: string
  reasoningField?: 'reasoning_content' | 'reasoning'
  /** What seals the reasoning at the Responses endpoint. */
  encrypted?: string
  toolCalls?: readonly { id: string; name: string; arguments: string }[]
  /** As fast as the client reads where it is left out. */
  tokensPerSecond?: number
  firstTokenMilliseconds?: number
  finishReason?: string
  usage?: boolean
  /** How it ends: as it should, silently without its end mark, by a reset, or never. */
  ending?: 'done' | 'cut' | 'reset' | 'hang'
  headers?: Record<string, string>
}
