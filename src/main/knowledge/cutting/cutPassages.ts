import type { DocumentBlock, Passage, ReadDocument } from '../readDocument.ts'
import { pieces } from './pieces.ts'
import type { TextRange } from '../../../shared/sentences/sentenceRanges.ts'
import { textSize } from './textSize.ts'

export interface CutOptions {
  /** The size that passages are filled to, as `textSize` counts it. */
  size: number
  /** No passage is larger, however long its sentence is. */
  maximum: number
}

/** About 350 tokens: a few paragraphs, enough to stand alone and little enough to be one matter. */
export const usualCut: CutOptions = { size: 1400, maximum: 2000 }

/** A section below this size is joined with its subsections. */
const smallSection = 200
/** A paragraph begins a new passage when the one before is filled to this share. */
const filledShare = 0.5
const maxContextLength = 500
const maxHeadingLength = 200
const maxHeadings = 8

interface Heading {
  level: number
  text: string
}

interface Open extends TextRange {
  size: number
  headings: readonly Heading[]
  context: string
  /** The level of its first heading; undefined if it begins without one. */
  level: number | undefined
  hasBody: boolean
}

/**
 * Cuts a document into passages: at headings first, then between paragraphs, then between
 * sentences. Tables are cut between rows and keep their head as context, code between its blocks.
 * All text but white space between passages is in exactly one of them.
 */
export function cutPassages(
  document: Pick<ReadDocument, 'text' | 'blocks' | 'pages'>,
  options: CutOptions = usualCut,
): Passage[] {
  const { text } = document
  const passages: Passage[] = []
  let above: Heading[] = []
  let open: Open | undefined
  const pageOf = createPageOf(document.pages.map(({ start }) => start))

  function close(): void {
    if (!open) return
    const { start, end } = trimmed(text, open)
    if (start < end) {
      const headings = open.headings.map((heading) => heading.text)
      passages.push({ start, end, page: pageOf(start), headings, context: open.context })
    }
    open = undefined
  }

  function add(piece: TextRange, block: DocumentBlock): void {
    const size = textSize(text.slice(piece.start, piece.end))
    if (open && open.size + size > options.size) close()
    open ??= {
      start: piece.start,
      end: piece.start,
      size: 0,
      headings: above,
      context: contextOf(text, block, piece.start),
      level: block.kind === 'heading' ? block.level : undefined,
      hasBody: false,
    }
    // The space between two blocks counts too: a passage is a slice of the text.
    open.size += size + (piece.start - open.end)
    open.end = piece.end
    open.hasBody ||= block.kind !== 'heading'
  }

  for (const block of document.blocks) {
    if (block.kind === 'heading') {
      if (open && !goesOn(open, block.level)) close()
      const outer = above.filter(({ level }) => level < block.level)
      above = outer
      for (const piece of pieces(text, block, options.maximum)) add(piece, block)
      const heading = { level: block.level, text: headingText(text.slice(block.start, block.end)) }
      above = [...outer, heading].slice(-maxHeadings)
      continue
    }
    const all = pieces(text, block, options.maximum)
    if (open && isFilled(open, block, text, options)) close()
    for (const piece of all) add(piece, block)
  }
  close()
  return passages
}

/**
 * Tells whether a heading goes on in the open passage: as a part of its section, if that is small,
 * or after headings without a text of their own, such as those of a list of contents.
 */
function goesOn(open: Open, level: number): boolean {
  if (open.level === undefined) return false
  const isInside = level > open.level
  return open.hasBody ? isInside && open.size < smallSection : isInside || open.size < smallSection
}

/**
 * Tells whether a block should begin a passage, rather than be cut to fill the open one. Code is
 * not cut for that at all.
 */
function isFilled(open: Open, block: DocumentBlock, text: string, { size }: CutOptions): boolean {
  const filled = block.kind === 'code' ? 0 : size * filledShare
  if (!open.hasBody || open.size < filled) return false
  return open.size + textSize(text.slice(block.start, block.end)) > size
}

/** Returns the head of the table, or the first line of the code, that a passage begins within. */
function contextOf(text: string, block: DocumentBlock, start: number): string {
  if (start === block.start) return ''
  if (block.kind === 'table' && start >= block.headEnd) {
    return text.slice(block.start, block.headEnd).trim().slice(0, maxContextLength)
  }
  if (block.kind !== 'code') return ''
  const line = text.slice(block.start, Math.min(block.end, block.start + maxContextLength))
  return (line.split('\n', 1)[0] ?? '').trim()
}

/** Returns a heading's words, without the marks of Markdown and on one line. */
function headingText(heading: string): string {
  return heading
    .slice(0, 2 * maxHeadingLength)
    .replace(/^#{1,6}\s+/, '')
    .replace(/\s+#+\s*$/, '')
    .replace(/\n[=~^"*+#-]{2,}\s*$/, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, maxHeadingLength)
}

function trimmed(text: string, { start, end }: TextRange): TextRange {
  const slice = text.slice(start, end)
  const before = slice.length - slice.trimStart().length
  return { start: start + before, end: Math.max(start + before, start + slice.trimEnd().length) }
}

/** Returns a function from offsets that rise to pages. */
function createPageOf(starts: readonly number[]): (offset: number) => number | null {
  let page = 0
  return (offset) => {
    if (starts.length === 0) return null
    while (page + 1 < starts.length && (starts[page + 1] ?? 0) <= offset) page += 1
    return page + 1
  }
}
