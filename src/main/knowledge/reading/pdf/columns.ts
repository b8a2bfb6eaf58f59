import type { PdfLine } from './pdfLine.ts'

/** A stretch between two columns without any letter. */
interface Gutter {
  left: number
  right: number
}

/** Rows with text on both sides, from which columns are told. */
const minRows = 3
/** Between two rows of a column is at most this, in heights of a line. */
const maxSpace = 1.5
const minGutter = 0.8
/** More lines side by side are a drawing, or an attack. */
const maxLines = 400
/** In this share of a column's lines a sentence goes on from the line above. */
const minFlowShare = 0.3
/** Most lines of running text are nearly as long as their column. */
const fullShare = 0.8
const minFullLines = 0.65
/** Lines of a column are as close as this, in heights of a line; the rows of a table seldom are. */
const maxLeading = 0.45
/** A cell often holds a word or two; of scripts without capitals the letters are counted. */
const minWords = 2.5
const minLetters = 8
const maxDigits = 0.4
/** A line that stands apart from the one that it interrupts is this many heights away. */
const minDistance = 2

/**
 * Puts columns that the file has row by row one after the other. Tables stay row by row: their
 * cells don't go on in the next row.
 */
export function joinColumns(lines: readonly PdfLine[]): PdfLine[] {
  const ordered: PdfLine[] = []
  for (let index = 0; index < lines.length;) {
    const run = columnsFrom(lines, index)
    if (run) {
      ordered.push(...joinColumns(run.left), ...joinColumns(run.right))
      index = run.end
    } else {
      const line = lines[index]
      if (line) ordered.push(line)
      index += 1
    }
  }
  return ordered.length === lines.length ? withoutInterruptions(ordered) : [...lines]
}

interface Columns {
  left: PdfLine[]
  right: PdfLine[]
  /** The place of the line after them. */
  end: number
}

/** Finds two columns that begin with the line at a place and the one beside it. */
function columnsFrom(lines: readonly PdfLine[], index: number): Columns | undefined {
  const first = lines[index]
  const second = lines[index + 1]
  if (!first || !second || first.isTurned || second.isTurned || !isBeside(first, second)) {
    return undefined
  }
  const gutter: Gutter = { left: first.x + first.width, right: second.x }
  const sides: Columns = { left: [], right: [], end: index }
  let rows = 0
  let bottom = first.y + first.height
  for (let at = index; at < Math.min(lines.length, index + maxLines); at += 1) {
    const line = lines[at]
    if (!line || line.isTurned || line.y - bottom > maxSpace * line.height) break
    if (line.y + line.height < first.y) break
    const side = sideOf(line, gutter)
    if (!side) break
    const before = lines[at - 1]
    if (side === 'right' && before && at > index && isBeside(before, line)) rows += 1
    sides[side].push(line)
    bottom = Math.max(bottom, line.y + line.height)
    sides.end = at + 1
  }
  if (rows < minRows || !isFlowing(sides.left) || !isFlowing(sides.right)) return undefined
  return isProse(sides.left) || isProse(sides.right) ? sides : undefined
}

/** Tells on which side of a gutter a line is, and narrows the gutter to what it leaves free. */
function sideOf(line: PdfLine, gutter: Gutter): 'left' | 'right' | undefined {
  const minimum = minGutter * line.height
  const end = line.x + line.width
  if (end <= gutter.right - minimum && line.x < gutter.left) {
    gutter.left = Math.max(gutter.left, end)
    return 'left'
  }
  if (line.x >= gutter.left + minimum && end > gutter.right) {
    gutter.right = Math.min(gutter.right, line.x)
    return 'right'
  }
  return undefined
}

/** Tells whether a line stands to the right of another in the same row, after a gap. */
function isBeside(line: PdfLine, next: PdfLine): boolean {
  const shared = Math.min(line.y + line.height, next.y + next.height) - Math.max(line.y, next.y)
  const gap = next.x - (line.x + line.width)
  return shared > 0.5 * Math.min(line.height, next.height) && gap > minGutter * next.height
}

/** Tells whether words are cut at the ends of lines, or sentences end within them. */
function isProse(lines: readonly PdfLine[]): boolean {
  const texts = lines.map(({ text }) => text)
  if (texts.some((text) => /[\p{Ll}\p{Lo}][.!?。！？؟]["”’)]? ?["“„(]?[\p{Lu}\p{Lo}]/u.test(text)))
    return true
  if (lines.some(({ text, isHyphenated }) => isHyphenated || /\p{L}-$/u.test(text))) return true
  const ends = texts.filter((text) => /[.!?。！？]["”’)]?$/.test(text)).length
  return ends > 0 && ends <= texts.length / 3
}

/** Tells whether lines are running text rather than the cells of a table. */
function isFlowing(lines: readonly PdfLine[]): boolean {
  if (lines.length < minRows) return false
  const text = lines.map((line) => line.text).join(' ')
  const digits = text.match(/\p{Nd}/gu)?.length ?? 0
  if (digits > text.length * maxDigits) return false
  const width = Math.max(...lines.map((line) => line.width))
  const full = lines.filter((line) => line.width >= width * fullShare)
  if (full.length < (lines.length - 1) * minFullLines) return false
  if (!/\p{Ll}/u.test(text)) return text.length >= lines.length * minLetters
  if (text.split(' ').length < lines.length * minWords) return false
  const going = lines.filter((line, at) => {
    const above = lines[at - 1]
    if (!above || line.y - (above.y + above.height) > maxLeading * line.height) return false
    return /^\p{Ll}/u.test(line.text) || above.isHyphenated || /\p{L}-$/u.test(above.text)
  })
  return going.length >= (lines.length - 1) * minFlowShare
}

/** Puts a line that stands apart after the two lines of a paragraph that it comes between. */
function withoutInterruptions(lines: PdfLine[]): PdfLine[] {
  for (let at = 1; at + 1 < lines.length; at += 1) {
    const [above, apart, below] = lines.slice(at - 1, at + 2)
    if (!above || !apart || !below || !isInterruption(above, apart, below)) continue
    lines.splice(at, 2, below, apart)
  }
  return lines
}

function isInterruption(above: PdfLine, apart: PdfLine, below: PdfLine): boolean {
  const gap = below.y - (above.y + above.height)
  const goesOn =
    Math.abs(below.x - above.x) <= above.height / 2 &&
    gap > -above.height / 2 &&
    gap < above.height / 2
  const distance = Math.max(apart.x - (above.x + above.width), above.x - (apart.x + apart.width))
  const isApart = distance > minDistance * apart.height
  return goesOn && isApart && isBetween(above, apart) && isBetween(below, apart)
}

/** Tells whether a line stands between a line and the next, rather than in the same row. */
function isBetween(line: PdfLine, apart: PdfLine): boolean {
  const shared = Math.min(line.y + line.height, apart.y + apart.height) - Math.max(line.y, apart.y)
  const share = shared / Math.min(line.height, apart.height)
  return share > 0.3 && share < 0.85
}
