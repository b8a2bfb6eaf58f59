import type { Attachment } from '../../../shared/chat/parts.ts'

/** Content from a server for the message that the user writes. Nothing is sent by itself. */
export interface InsertedContent {
  /** Replaces the draft's text; null leaves it. */
  text: string | null
  files: readonly Attachment[]
}
