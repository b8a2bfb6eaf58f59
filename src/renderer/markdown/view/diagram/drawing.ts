/** What the frame that draws is asked for. */
export interface DrawingRequest {
  source: string
  isDark: boolean
}

/** The drawing as a document of its own, or why there is none. */
export type DrawingReply = { svg: string } | { error: string }
