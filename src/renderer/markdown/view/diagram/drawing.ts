import type { FontFaceRule } from './fontFaces.ts'

/** The colours of the page that a diagram is drawn in, as `#rrggbb`. */
export interface DrawingColors {
  /** The colour behind the diagram. */
  background: string
  raised: string
  ink: string
  muted: string
  soft: string
  control: string
  accent: string
}

/** A font face of the page, with its file. */
export interface DrawingFace extends FontFaceRule {
  bytes: ArrayBuffer
}

/** The request to the frame that draws. */
export interface DrawingRequest {
  source: string
  isDark: boolean
  colors: DrawingColors
  /** The page's font families, as CSS writes them. */
  fontFamily: string
  faces: readonly DrawingFace[]
  /** The size of the page's text there, in CSS pixels. */
  fontSize: number
  /** The width that there is for the drawing, in CSS pixels. */
  width: number
}

/** The drawing as a document of its own, or why there is none. */
export type DrawingReply = { svg: string } | { error: string }

/** The size of the page's text, in CSS pixels, at which a drawing is as large as Mermaid makes it. */
export const pagePixels = 16.67
