import type { Fetch } from './transport.ts'

/** What every adapter of a service is given, whatever it speaks. */
export interface ServiceOptions {
  /** The provider's id, which its models carry. */
  id: string
  /** Display name, for errors. */
  name: string
  baseUrl: string
  key: string | null
  headers?: Record<string, string>
  query?: Record<string, string>
  fetch: Fetch
  /** Masks keys in what a service said. */
  redact: (text: string) => string
  /** False where another key is there to be tried when this one is refused for now. */
  lastKey?: boolean
  maxRetries?: number
  /** Until the headers of the answer. */
  timeoutMilliseconds?: number
  /** The longest silence in the middle of an answer. */
  idleMilliseconds?: number
}
