import type { Message } from '../../../shared/chat/chat.ts'
import type { ToolCallPart, ToolResultPart } from '../../../shared/chat/parts.ts'

/** A call whose result a plugin's page shows. */
export interface ShownCall {
  messageId: string
  call: ToolCallPart
  result: ToolResultPart & { page: NonNullable<ToolResultPart['page']> }
  /** Whether the turn has ended with the call, and its page is to fill in the result. */
  isOpen: boolean
}

/** The calls that pages show, as the chats hold them. */
export interface ShownCalls {
  /** Errors: messageMissing if there is no such result. */
  read: (messageId: string, toolCallId: string) => ShownCall
  /**
   * Replaces the result's text. Errors: messageMissing, conflict while the answer is written,
   * badInput over 100,000 characters.
   */
  fill: (messageId: string, toolCallId: string, text: string) => Message
  /**
   * Keeps what the model is told with the result, in place of what was kept before. Errors: as
   * `fill`.
   */
  tell: (messageId: string, toolCallId: string, text: string) => Message
  /**
   * Adds a text of the page to the result. Errors: as `fill`; badInput over 20 texts or 100,000
   * characters in all.
   */
  append: (messageId: string, toolCallId: string, text: string) => Message
}
