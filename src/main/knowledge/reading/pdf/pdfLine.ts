import type { Rectangle } from '../../../../shared/passagePlace.ts'

/** One line of a page, in points from the page's top left corner as it is shown. */
export interface PdfLine extends Rectangle {
  text: string
  /** The size of most of its letters, from which headings are told. */
  size: number
  isBold: boolean
  /** It ends with a hyphen that only the line's end makes. */
  isHyphenated: boolean
}

export interface PdfPage {
  width: number
  height: number
  lines: PdfLine[]
  /** It shows something. */
  hasContent: boolean
  /** It shows something that is no text. */
  hasDrawing: boolean
  /** The letters for which the font does not say what they mean. */
  unknown: number
}
