/** Callbacks of `readCells`, called in the order of the text. */
export interface CsvHandlers {
  /** A value, without its quotes. */
  cell: (text: string) => void
  endRow: () => void
  /** Checked after each value; true stops the reading. */
  isDone: () => boolean
}

/**
 * Reads values between marks (RFC 4180) one by one: a row may be as long as the text. A quote that
 * does not begin a value, or is never closed, is a character like others. Begins at the index
 * `start`, and returns the index where it has stopped.
 */
export function readCells(
  text: string,
  delimiter: string,
  handlers: CsvHandlers,
  start = 0,
): number {
  let at = start
  /** No quote beyond is closed, so none is looked for again. */
  let lastQuote = text.lastIndexOf('"')
  while (at < text.length && !handlers.isDone()) {
    const quoted = text[at] === '"' && at < lastQuote ? readQuoted(text, at) : undefined
    if (text[at] === '"' && !quoted) lastQuote = Math.min(lastQuote, at)
    const rest = quoted?.end ?? at
    const end = endOfCell(text, rest, delimiter)
    handlers.cell((quoted?.text ?? '') + text.slice(rest, end))
    const isRowEnd = end >= text.length || text[end] === '\n'
    // A mark at the end of the text has an empty value after it.
    if (!isRowEnd && end + 1 === text.length) handlers.cell('')
    if (isRowEnd || end + 1 === text.length) handlers.endRow()
    at = end + 1
  }
  return at
}

/** Reads a value in quotes. Undefined if they are never closed. */
function readQuoted(text: string, start: number): { text: string; end: number } | undefined {
  const parts: string[] = []
  let from = start + 1
  for (;;) {
    const quote = text.indexOf('"', from)
    if (quote === -1) return undefined
    if (text[quote + 1] !== '"') {
      parts.push(text.slice(from, quote))
      return { text: parts.join(''), end: quote + 1 }
    }
    parts.push(text.slice(from, quote + 1))
    from = quote + 2
  }
}

function endOfCell(text: string, from: number, delimiter: string): number {
  let end = from
  while (end < text.length && text[end] !== delimiter && text[end] !== '\n') end += 1
  return end
}
