/** A document as a reader gives it. Every offset counts UTF-16 units of `text`. */
export interface ReadDocument {
  text: string
  /** The document's own title; null if it has none. */
  title: string | null
  /** Its pages in order; empty for formats without pages. */
  pages: readonly DocumentPage[]
  /** Its blocks in order. They don't overlap; between two there is only white space. */
  blocks: readonly DocumentBlock[]
  /** The lines with their places on the pages, in order; empty without pages. */
  lines: readonly LinePlace[]
  /** Things that could not be read, such as pages without text, one sentence's key each. */
  omissions: readonly Omission[]
}

export interface DocumentPage {
  /** The offset of its first character. */
  start: number
  /** In points. */
  width: number
  height: number
}

export type DocumentBlock =
  /** `level` is 1 for the outermost heading. */
  | { kind: 'heading'; start: number; end: number; level: number }
  | { kind: 'paragraph' | 'listItem'; start: number; end: number }
  /** `headEnd` is the end of the table's head, which each passage of the table is searched with. */
  | { kind: 'table'; start: number; end: number; headEnd: number }
  | { kind: 'code'; start: number; end: number }

/** One line of text on a page, in points from the page's top left corner. */
export interface LinePlace {
  start: number
  end: number
  /** From 1. */
  page: number
  x: number
  y: number
  width: number
  height: number
}

export interface Omission {
  reason: 'pageWithoutText' | 'pictureWithoutText' | 'tooLong' | 'unknownCharacters'
  /** From 1; missing if it concerns the whole. */
  page?: number
}

/** A piece of a document that a search finds. `text.slice(start, end)` is its text. */
export interface Passage {
  start: number
  end: number
  /** The page of its first character, from 1; null without pages. */
  page: number | null
  /** The headings above it, outermost first. */
  headings: readonly string[]
  /** Text that is searched and embedded with it, such as a table's head; usually empty. */
  context: string
}
