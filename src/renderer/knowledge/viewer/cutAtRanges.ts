import type { TextRange } from './findInText.ts'
import type { TextPiece } from './createTextReader.ts'

/** Ranges to mark in a text. The found ones are in order and don't overlap. */
export interface TextMarks {
  cited: TextRange | undefined
  found: readonly TextRange[]
  /** The match that is shown. */
  current: TextRange | undefined
}

export interface CutPiece {
  /** The offset of its first character in the whole text. */
  start: number
  text: string
  isCited: boolean
  isFound: boolean
  isCurrent: boolean
}

/** Cuts a piece of a text where a mark begins or ends. */
export function cutAtRanges({ start, text }: TextPiece, marks: TextMarks): CutPiece[] {
  const end = start + text.length
  const { cited, current } = marks
  const found = overlapping(marks.found, start, end)
  const edges = new Set([start, end])
  for (const range of cited ? [...found, cited] : found) {
    for (const edge of [range.start, range.end]) if (edge > start && edge < end) edges.add(edge)
  }
  const sorted = [...edges].sort((one, other) => one - other)
  return sorted.slice(0, -1).map((from, index) => {
    const within = (range: TextRange): boolean => range.start <= from && from < range.end
    return {
      start: from,
      text: text.slice(from - start, (sorted[index + 1] ?? end) - start),
      isCited: cited !== undefined && within(cited),
      isFound: found.some(within),
      isCurrent: current !== undefined && within(current),
    }
  })
}

/** Returns the ranges that have a part between two offsets. A long text has thousands elsewhere. */
function overlapping(ranges: readonly TextRange[], start: number, end: number): TextRange[] {
  let low = 0
  let high = ranges.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ranges[middle]?.end ?? 0) <= start) low = middle + 1
    else high = middle
  }
  const found: TextRange[] = []
  for (let index = low; index < ranges.length; index += 1) {
    const range = ranges[index]
    if (!range || range.start >= end) break
    found.push(range)
  }
  return found
}
