export interface TextLine {
  start: number
  /** Without the line break. */
  end: number
  text: string
}

/** Returns the lines of a text, one after the other. */
export function* textLines(text: string): Generator<TextLine> {
  let start = 0
  while (start < text.length) {
    const found = text.indexOf('\n', start)
    const end = found === -1 ? text.length : found
    yield { start, end, text: text.slice(start, end) }
    start = end + 1
  }
}

export function isBlank(text: string): boolean {
  return text.trim() === ''
}
