import type { ThreadRecord } from './assistants/threadRecord.ts'
import type { Fetch } from './transport/transport.ts'
import type { UploadRecord } from './uploadRecord.ts'

/** The limits of every adapter where its options give no others. */
export const defaultLimits = {
  maxRetries: 2,
  timeoutMilliseconds: 600_000,
  idleMilliseconds: 300_000,
} as const

/** The options of every adapter, for any API. */
export interface ServiceOptions {
  /** The provider's id, which its models carry. */
  id: string
  /** The display name, for errors. */
  name: string
  baseUrl: string
  key: string | null
  headers?: Record<string, string>
  query?: Record<string, string>
  fetch: Fetch
  /** Masks keys in text from the service. */
  redact: (text: string) => string
  /** False if another key can be tried when this one is refused temporarily. */
  lastKey?: boolean
  /** The record of what the key's account holds; by default one that ends with the adapter. */
  uploads?: UploadRecord
  /** The threads of chats there; by default a record that ends with the adapter. */
  threads?: ThreadRecord
  /** The limits, each instead of its default in `defaultLimits`. */
  maxRetries?: number
  /** The limit until the answer's headers arrive. */
  timeoutMilliseconds?: number
  /** The longest allowed silence within an answer. */
  idleMilliseconds?: number
}

/** The number of attempts without refused options. Each refusal removes one, so none needs it. */
export const maxAttempts = 16
