/** The colours of the page that a diagram is drawn in, as CSS writes them. */
export interface DrawingColors {
  /** The colour behind the diagram. */
  background: string
  raised: string
  ink: string
  muted: string
  soft: string
  control: string
}

/** The request to the frame that draws. */
export interface DrawingRequest {
  source: string
  isDark: boolean
  colors: DrawingColors
}

/** The drawing as a document of its own, or why there is none. */
export type DrawingReply = { svg: string } | { error: string }
