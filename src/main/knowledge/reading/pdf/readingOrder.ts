import { joinColumns } from './columns.ts'
import type { PdfLine } from './pdfLine.ts'

/** Lines of one row share at least this part of the lower one's height. */
const minOverlap = 0.5

/**
 * Puts a page's lines into the order in which people read them: columns that the file has row by
 * row one after the other, and what was written on the page beside the words that it belongs to.
 * What is on one line is one line again.
 */
export function inReadingOrder(lines: readonly PdfLine[], written: readonly PdfLine[]): PdfLine[] {
  const ordered = joinColumns(lines)
  const sorted = written.toSorted((a, b) => a.y - b.y || a.x - b.x)
  for (const line of sorted) ordered.splice(placeOf(line, ordered), 0, line)
  return withoutGaps(ordered)
}

/** Tells whether two lines stand beside each other. */
export function isSameRow(a: PdfLine, b: PdfLine): boolean {
  const shared = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y)
  return shared >= minOverlap * Math.min(a.height, b.height)
}

/** Returns where a written line belongs: beside the nearest words of its row, or below those above. */
function placeOf(line: PdfLine, lines: readonly PdfLine[]): number {
  let before = -1
  let after = -1
  let above = -1
  const isBox = line.text === '☑' || line.text === '☐'
  for (const [index, other] of lines.entries()) {
    if (other.isTurned) continue
    const isBefore = other.x + other.width / 2 <= line.x + line.width / 2
    if (isSameRow(line, other)) {
      if (isBefore) before = nearer(index, before, (at) => -distance(lines[at], line))
      else after = nearer(index, after, (at) => -distance(lines[at], line))
    } else if (other.y <= line.y) {
      const best = lines[above]
      // A row goes on with what stands beside its lowest words.
      if (best && isSameRow(best, other)) above = index
      else above = nearer(index, above, (at) => (lines[at]?.y ?? 0) + (lines[at]?.height ?? 0))
    }
  }
  // A box stands before its words or after them, a field after them.
  const isAfterwards =
    isBox && after !== -1 && distance(lines[after], line) < distance(lines[before], line)
  if (isAfterwards || (before === -1 && after !== -1)) return after
  return (before === -1 ? above : before) + 1
}

/** Returns the place with the greater value, the later one of equals. */
function nearer(index: number, known: number, value: (at: number) => number): number {
  return known === -1 || value(index) >= value(known) ? index : known
}

function distance(a: PdfLine | undefined, b: PdfLine): number {
  if (!a) return Infinity
  return Math.max(0, a.x - (b.x + b.width), b.x - (a.x + a.width))
}

/** Joins what follows a gap with its line again, unless something has come between. */
function withoutGaps(lines: readonly PdfLine[]): PdfLine[] {
  const whole: PdfLine[] = []
  for (const { isRest, ...line } of lines) {
    const before = whole.at(-1)
    const goesOn = isRest && before && !before.written && isSameRow(before, line)
    if (goesOn) whole[whole.length - 1] = together(before, line)
    else whole.push(line)
  }
  return whole
}

function together(a: PdfLine, b: PdfLine): PdfLine {
  const x = Math.min(a.x, b.x)
  const y = Math.min(a.y, b.y)
  return {
    ...(a.text.length >= b.text.length ? a : b),
    ...{ text: `${a.text} ${b.text}`, x, y, isHyphenated: b.isHyphenated },
    width: Math.max(a.x + a.width, b.x + b.width) - x,
    height: Math.max(a.y + a.height, b.y + b.height) - y,
    isBold: a.isBold && b.isBold,
  }
}
