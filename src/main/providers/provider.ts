import type { Citation, Model, Part, Usage } from '../../shared/providers.ts'

/** One turn as a provider is told it. */
export interface Turn {
  role: 'system' | 'user' | 'assistant'
  parts: readonly Part[]
}

export interface ReplyRequest {
  modelId: string
  /** Oldest first; the last one is the user's. */
  turns: readonly Turn[]
  /** Upper limit of the answer in tokens; the provider's own where it is left out. */
  outputTokensMaximum?: number
}

export type FinishReason = 'complete' | 'cutOff' | 'filtered'

/** A reply is one stream of these, whatever the vendor. It ends with exactly one `finish`. */
export type ReplyEvent =
  | { type: 'request'; requestId: string }
  | { type: 'text'; text: string }
  | { type: 'reasoning'; text: string }
  | { type: 'citation'; citation: Citation }
  | { type: 'usage'; usage: Usage }
  | { type: 'finish'; reason: FinishReason }

/**
 * What every model service looks like to the rest of Parley.
 * Both methods throw AppError with a code of the closed list, `aborted` once the signal fires.
 */
export interface Provider {
  models: (signal: AbortSignal) => Promise<Model[]>
  /**
   * Streams a reply. Reading is the backpressure: while nobody pulls, the socket is not read.
   * A stream that ends without the provider's own end mark throws `streamBroken`, after all
   * that arrived has been given.
   */
  reply: (request: ReplyRequest, signal: AbortSignal) => AsyncIterable<ReplyEvent>
}

/** Gives the provider with this id; throws `providerMissing` where there is none, or it is off. */
export type ProviderLookup = (providerId: string) => Promise<Provider>
