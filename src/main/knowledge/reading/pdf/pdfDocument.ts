import type {
  DocumentBlock,
  DocumentPage,
  LinePlaces,
  Omission,
  ReadDocument,
} from '../../readDocument.ts'
import { cleanText } from '../decodeText.ts'
import { markdownBlocks } from '../markdownBlocks.ts'
import type { PdfLine, PdfPage } from './pdfLine.ts'
import { pdfParagraphs, type PdfParagraph } from './pdfParagraphs.ts'
import { repeatedLines } from './repeatedLines.ts'

const maxHeadingLength = 200
/** A heading's letters are larger than those of the text by at least this factor. */
const headingFactor = 1.12
const maxLevels = 6
/** Words before which a hyphen stays: „Vor- und Nachteile“. */
const conjunction = /^(?:und|oder|and|or|et|ou|y|e|o|bzw\.?|sowie)\b/u
const ideograph = /[\u3000-\u30ff\u3400-\u9fff\uff00-\uffef]/

interface TextSizes {
  body: number
  /** The sizes of headings, largest first. */
  headings: number[]
  isBodyBold: boolean
}

/** Builds a document from the lines of its pages. Each line keeps the place of what it became. */
export function pdfDocument(
  pages: readonly PdfPage[],
  title: string | null,
  descriptions: ReadonlyMap<number, string>,
): ReadDocument {
  const skipped = repeatedLines(pages)
  const sizes = textSizes(pages)
  const parts: string[] = []
  const blocks: DocumentBlock[] = []
  const omissions: Omission[] = []
  const documentPages: DocumentPage[] = []
  const starts: number[] = []
  const ends: number[] = []
  const linePages: number[] = []
  const boxes: number[] = []
  let length = 0

  function write(text: string): void {
    parts.push(text)
    length += text.length
  }

  function writeParagraph({ lines, kind }: PdfParagraph, page: number): void {
    if (length > 0) write('\n\n')
    const start = length
    for (const [index, line] of lines.entries()) {
      const { text, gap } = lineText(line, lines[index + 1])
      starts.push(length)
      write(text)
      ends.push(length)
      linePages.push(page)
      boxes.push(line.x, line.y, line.width, line.height)
      write(gap)
    }
    const level = headingLevel(lines, sizes)
    if (level === undefined) blocks.push({ kind, start, end: length })
    else blocks.push({ kind: 'heading', start, end: length, level })
  }

  /** Writes what a model read on a page. Nobody knows where on the page, so its place is all of it. */
  function describe(text: string, number: number, { width, height }: PdfPage): void {
    if (length > 0) write('\n\n')
    const start = length
    write(text)
    starts.push(start)
    ends.push(length)
    linePages.push(number)
    boxes.push(0, 0, width, height)
    for (const block of markdownBlocks(text)) {
      const { start: from, end: to } = block
      const moved = { ...block, start: start + from, end: start + to }
      blocks.push(moved.kind === 'table' ? { ...moved, headEnd: start + moved.headEnd } : moved)
    }
  }

  for (const [index, page] of pages.entries()) {
    const paragraphs = pdfParagraphs(page, skipped)
    const description = descriptions.get(index + 1)
    const described = cleanText(description ?? '').trim()
    const hasText = paragraphs.length > 0 || described !== ''
    const start = length > 0 && hasText ? length + 2 : length
    documentPages.push({ start, width: page.width, height: page.height })
    for (const paragraph of paragraphs) writeParagraph(paragraph, index + 1)
    // A running head alone, such as the name of the program that scanned it, is no text of a page.
    if (paragraphs.length > 0) continue
    if (described !== '') describe(described, index + 1, page)
    const isShown =
      page.isUnreadable || page.hasDrawing || (page.hasContent && page.lines.length === 0)
    if (isShown && description === undefined) {
      omissions.push({ reason: 'pageWithoutText', page: index + 1 })
    }
  }
  const lines: LinePlaces = {
    starts: Uint32Array.from(starts),
    ends: Uint32Array.from(ends),
    pages: Uint32Array.from(linePages),
    boxes: Float32Array.from(boxes),
  }
  return { text: parts.join(''), title, pages: documentPages, blocks, lines, omissions }
}

/** Returns a line's text within a paragraph, and what joins it with the next line. */
function lineText(line: PdfLine, next: PdfLine | undefined): { text: string; gap: string } {
  if (!next) return { text: line.text, gap: '' }
  const isBroken = /\p{L}-$/u.test(line.text) && /^\p{L}/u.test(next.text)
  if (isBroken && !conjunction.test(next.text)) {
    // Before a capital the hyphen is the word's own: „Nord-Ostsee“.
    const isOwn = !/^\p{Ll}/u.test(next.text)
    return { text: isOwn ? line.text : line.text.slice(0, -1), gap: '' }
  }
  if (line.text.endsWith('\u00ad')) return { text: line.text.slice(0, -1), gap: '' }
  const isDense = ideograph.test(line.text.at(-1) ?? '') && ideograph.test(next.text[0] ?? '')
  return { text: line.text, gap: isDense ? '' : ' ' }
}

/** Returns the usual size of the letters, by how many have it, and the sizes above it. */
function textSizes(pages: readonly PdfPage[]): TextSizes {
  const letters = new Map<number, number>()
  let bold = 0
  let all = 0
  for (const { lines } of pages) {
    for (const { size, text, isBold, written } of lines) {
      if (written) continue
      letters.set(size, (letters.get(size) ?? 0) + text.length)
      all += text.length
      if (isBold) bold += text.length
    }
  }
  const [body = 0] = [...letters].toSorted(([, a], [, b]) => b - a)[0] ?? []
  const headings = [...letters.keys()].filter((size) => size >= body * headingFactor)
  return { body, headings: headings.toSorted((a, b) => b - a), isBodyBold: bold > all / 2 }
}

/** Returns the level of the heading that lines are; undefined if they are none. */
function headingLevel(lines: readonly PdfLine[], sizes: TextSizes): number | undefined {
  const [first] = lines
  const length = lines.reduce((sum, { text }) => sum + text.length, 0)
  if (!first || length > maxHeadingLength || length < 2) return undefined
  if (lines.some(({ written }) => written !== undefined)) return undefined
  if (!/\p{L}/u.test(first.text)) return undefined
  const rank = sizes.headings.indexOf(first.size)
  if (rank !== -1) return Math.min(rank + 1, maxLevels)
  const isShort = lines.length <= 2 && !/[.,;:]$/.test(lines.at(-1)?.text ?? '')
  const isMarked = first.isBold && !sizes.isBodyBold && first.size > sizes.body * 0.95
  return isMarked && isShort ? Math.min(sizes.headings.length + 1, maxLevels) : undefined
}
