import {
  namedReasons,
  type NamedReason,
  type OmissionReason,
  type SourceOmission,
} from '../../shared/knowledge/omissions.ts'

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
  lines: LinePlaces
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

/**
 * The lines of a document with their places. They are packed, because a long document has hundreds
 * of thousands, which cross threads: packed they cost a copy, as objects half a second.
 */
export interface LinePlaces {
  /** The offset of each line's first character, in rising order. */
  starts: Uint32Array
  ends: Uint32Array
  /** The page of each line, from 1. */
  pages: Uint32Array
  /** x, y, width and height of each line, in points from its page's top left corner. */
  boxes: Float32Array
}

export const noLines: LinePlaces = {
  starts: new Uint32Array(0),
  ends: new Uint32Array(0),
  pages: new Uint32Array(0),
  boxes: new Float32Array(0),
}

/** A document as its thread gives it: cut, and without the blocks that cutting needs. */
export interface CutDocument extends Omit<ReadDocument, 'blocks'> {
  /** The type by the bytes, whatever the name says. */
  mediaType: string
  /** The SHA-256 hash of the bytes that were read. */
  sha256: string
  sizeBytes: number
  passages: readonly Passage[]
}

/** Why a file holds nothing to read, though nothing is wrong with it. */
export interface SkippedDocument {
  skipped: 'binary' | 'empty' | 'outside'
}

/** Text that a model read on a picture. */
export interface PictureText {
  /** The page of a PDF, from 1; 0 for a file that is a picture. */
  page: number
  text: string
}

export interface Omission {
  reason: OmissionReason
  /** From 1; missing if it concerns the whole. */
  page?: number | undefined
  /** Number of occurrences; 1 if missing. */
  count?: number | undefined
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

/** Returns the pages without text, which a model could read; 0 stands for a file that is a picture. */
export function unreadPages({ omissions }: Pick<ReadDocument, 'omissions'>): number[] {
  return omissions.flatMap(({ reason, page = 0 }) =>
    reason === 'pageWithoutText' || reason === 'pictureWithoutText' ? [page] : [],
  )
}

/** Counts what else was not read: each reason once, in the order of the closed list. */
export function countOmissions({ omissions }: Pick<ReadDocument, 'omissions'>): SourceOmission[] {
  const counts = new Map<OmissionReason, number>()
  for (const { reason, count = 1 } of omissions) {
    counts.set(reason, (counts.get(reason) ?? 0) + count)
  }
  return namedReasons
    .map((reason: NamedReason) => ({ reason, count: counts.get(reason) ?? 0 }))
    .filter(({ count }) => count > 0)
}
