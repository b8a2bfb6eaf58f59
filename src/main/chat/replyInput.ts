import type { MessageStatus } from '../../shared/chat.ts'
import type { WireError } from '../../shared/errors.ts'
import type { Attachment, ToolProgress } from '../../shared/parts.ts'
import type { ReplyEvent } from '../providers/provider.ts'

export interface Ending {
  status: MessageStatus
  error: WireError | null
}

/** What an answer takes in beside a provider's own events. */
export type ReplyInputEvent =
  | Exclude<ReplyEvent, { type: 'finish' | 'image' }>
  | { type: 'file'; file: Attachment }
  | ToolProgress
