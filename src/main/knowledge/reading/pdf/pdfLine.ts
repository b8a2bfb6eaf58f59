import type { Rectangle } from '../../../../shared/knowledge/passagePlace.ts'

/** One line of a page, in points from the page's top left corner as it is shown. */
export interface PdfLine extends Rectangle {
  text: string
  /** The size of most of its letters, from which headings are told. */
  size: number
  isBold: boolean
  /** It ends with a hyphen that only the line's end makes. */
  isHyphenated: boolean
  /** It runs up, down or on its head. */
  isTurned?: boolean
  /** It goes on with the line before it, after a gap. */
  isRest?: boolean
  /**
   * Set for text that was filled in or added later; a form's value belongs to the words beside it.
   */
  written?: 'field' | 'note'
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
  /** The letters that are no text: signs for private use, and what stands for no character. */
  meaningless: number
  /** The letters outside of the part of the page that is shown. */
  cropped: number
  /** The notes and fields that their author hid. */
  hidden: number
  /** Its letters were none, and are left out. */
  isUnreadable?: boolean
}
