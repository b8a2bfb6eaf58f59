import type { ToolResult } from '../../tools/tool.ts'

/** A plugin's answer to a call. */
export interface CallAnswer {
  text: string
  /** A result that is no text, such as a picture. */
  file?: { mediaType: string; bytes: Uint8Array } | null
  /** The whole result of a server, which may have several pieces; the text is all of its texts. */
  result?: ToolResult
  /** The result as the server gave it, for the tool's view. */
  viewResult?: Record<string, unknown>
  /** True if the text is only a beginning. */
  isCut?: boolean
  sentBytes: number
  receivedBytes: number
}
