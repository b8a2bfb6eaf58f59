import { plainLength } from './plainText.ts'

/** Each of these may begin an element: a line, a cell, something within a line or a formula. */
const marks = /[\n\r|*_~`[<$:\\^&]/g
const maxLength = 8000
/** The length of a long line that can be added at once: nothing in it is read as Markdown. */
const longLinePart = 128_000

/**
 * Returns where a slice of a text ends. The number of marks bounds the elements of a slice. It ends
 * behind a line, or, in a longer line, before a whole code point.
 */
export function sliceEnd(text: string, start: number, maxMarks: number): number {
  if (isInLongLine(text, start)) return wholeCodePoint(text, start + longLinePart)
  const longest = text.slice(start, start + maxLength)
  let end = longest.length
  let count = 0
  for (const { index } of longest.matchAll(marks)) {
    count += 1
    if (count < maxMarks) continue
    end = index + 1
    break
  }
  if (start + end === text.length) return text.length
  const lineEnd = longest.lastIndexOf('\n', end - 1)
  return lineEnd < 0 ? wholeCodePoint(text, start + end) : start + lineEnd + 1
}

/** Returns whether the text goes on, or has gone on, for so long that it is shown as it is. */
function isInLongLine(text: string, start: number): boolean {
  return (
    isLongLine(text.slice(Math.max(0, start - plainLength), start)) ||
    isLongLine(text.slice(start, start + plainLength))
  )
}

function isLongLine(text: string): boolean {
  return text.length === plainLength && !/[\n\r]/.test(text)
}

function wholeCodePoint(text: string, end: number): number {
  if (end >= text.length) return text.length
  const code = text.charCodeAt(end)
  return code >= 0xdc00 && code <= 0xdfff ? end + 1 : end
}
