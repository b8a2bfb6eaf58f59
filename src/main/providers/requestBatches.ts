import type { AppError } from '../../shared/errors.ts'
import type { ServicePreset } from './configs/servicePreset.ts'
import type { ReplyEvent, ReplyRequest } from './reply.ts'

/** A service's offer of batches: many requests at once, for less money and within a day. */
export type BatchOffer = NonNullable<ServicePreset['batches']>

/** The states of a batch at its service, the same for all vendors. The last four are its end. */
export const remoteStates = [
  'validating',
  'running',
  'finalizing',
  'cancelling',
  'completed',
  'failed',
  'expired',
  'cancelled',
] as const
export type RemoteState = (typeof remoteStates)[number]

const ends: ReadonlySet<RemoteState> = new Set(['completed', 'failed', 'expired', 'cancelled'])

export function hasEnded(state: RemoteState): boolean {
  return ends.has(state)
}

export interface RemoteCounts {
  total: number
  done: number
  failed: number
}

/** A batch as its service describes it. */
export interface RemoteBatch {
  id: string
  state: RemoteState
  /** Null if the service does not count. Some counts don't add up. */
  counts: RemoteCounts | null
  /** The files or addresses with results, which may be there before the end. */
  results: readonly string[]
  /** Refusals of the whole batch, or of single lines by their numbers from 1. */
  errors: readonly { line: number | null; error: AppError }[]
  /** US dollars that the service asks for the whole batch; null if it does not say, or not yet. */
  dollars: number | null
}

/** The result of a request. */
export type BatchResult =
  | { type: 'answered'; customId: string; events: ReplyEvent[] }
  | { type: 'failed'; customId: string; error: AppError }
  /** The service has not run it, and asks no money for it. */
  | { type: 'expired'; customId: string }
  | { type: 'cancelled'; customId: string }
  /** A line that is no result, such as one that was cut off. */
  | { type: 'unreadable' }

/** The input of a batch, with what finds the batch again if the answer to its creation is lost. */
export interface NewBatch {
  /** The API that its requests are for. */
  endpoint: string
  modelId: string
  /** The id of the uploaded input; null if the service takes the requests with the creation. */
  fileId: string | null
  /** The requests, if there is no uploaded input. */
  lines: Blob | null
  /** The number of requests. */
  requests: number
}

/** A creation whose answer was lost. */
export interface LostBatch extends Pick<NewBatch, 'fileId' | 'requests'> {
  /** Milliseconds since 1970 by the service's clock. */
  sentAt: number
  /** Ids of batches that other creations are known to have made. */
  otherIds: ReadonlySet<string>
}

/** The batches in the account of a key. Errors: those of requests, malformedAnswer. */
export interface RequestBatches {
  /** Stands between two requests of the input. */
  separator: string
  /** True if a lost batch is known only by its time and size: it may be somebody else's. */
  guesses: boolean
  /** Returns the API that a model's requests are for: it may change with what a service refuses. */
  endpointOf: (modelId: string) => string
  /** Returns a request as a piece of the input, built like a normal request. */
  toLine: (customId: string, endpoint: string, request: ReplyRequest) => Promise<string>
  /**
   * Uploads the input, after a note in the record of uploads, and returns its id. Missing if the
   * service takes the requests with the creation.
   */
  upload?: (
    input: { id: string; name: string; lines: Blob },
    signal: AbortSignal,
  ) => Promise<string>
  /** Returns the service's time in milliseconds since 1970, for services where only it finds a lost batch. */
  serverTime: (signal: AbortSignal) => Promise<number>
  /** Creates the batch, which is paid for: sent once, on a connection of its own. */
  create: (batch: NewBatch, signal: AbortSignal) => Promise<RemoteBatch>
  /** Returns the batch of a creation whose answer was lost; null if there is none. */
  find: (lost: LostBatch, signal: AbortSignal) => Promise<RemoteBatch | null>
  read: (id: string, signal: AbortSignal) => Promise<RemoteBatch>
  /**
   * Asks the service to stop it. Requests that are done stay done. Missing if the service can't: its
   * batches run to their end, and are paid for.
   */
  cancel?: (id: string, signal: AbortSignal) => Promise<void>
  /** Yields the results in any order; some may come twice. */
  results: (batch: RemoteBatch, signal: AbortSignal) => AsyncIterable<BatchResult>
}
