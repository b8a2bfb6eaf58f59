import type { Attachment } from '../../../shared/parts.ts'

/** What a server gives for the message that the user writes. Nothing of it is sent by itself. */
export interface InsertedContent {
  /** Replaces the draft's text; null leaves it. */
  text: string | null
  files: readonly Attachment[]
}
