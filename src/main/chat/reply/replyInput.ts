import type { MessageStatus } from '../../../shared/chat/chat.ts'
import type { WireError } from '../../../shared/errors.ts'
import type { Attachment, ToolProgress } from '../../../shared/chat/parts.ts'
import type { ReplyEvent } from '../../providers/reply.ts'

export interface Ending {
  status: MessageStatus
  error: WireError | null
}

/** An event of an answer: a provider's own, or one that the chat adds. */
export type ReplyInputEvent =
  | Exclude<ReplyEvent, { type: 'finish' | 'image' | 'pictureDraft' }>
  | { type: 'file'; file: Attachment }
  | ToolProgress
