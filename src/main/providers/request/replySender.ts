import type { Warning } from '../../../shared/chat/parts.ts'
import type { ReplyRequest } from '../reply.ts'

/** Sends requests for replies, again without an option that the service refuses. */
export interface ReplySender {
  /** Requests a reply. Throws an AppError if the service finally refuses. */
  send: (request: ReplyRequest, signal: AbortSignal) => Promise<SentReply>
  /** Asks for the number of tokens in the request. */
  count: (request: ReplyRequest, signal: AbortSignal) => Promise<Response>
}

export interface SentReply {
  response: Response
  warnings: Warning[]
}
