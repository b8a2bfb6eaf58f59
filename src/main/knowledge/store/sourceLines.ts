import type { Database } from '../../storage/connection.ts'
import type { LinePlaces } from '../readDocument.ts'
import type { PassageLines } from './knowledgeStore.ts'
import type { Steps } from './runSteps.ts'

const linesPerRow = 256
/** Start, end and page as 32-bit integers; x, y, width and height as 32-bit floats. */
export const bytesPerLine = 7 * 4

/** Writes where the lines of a source lie on its pages. */
export function* writeLines(database: Database, source: number, lines: LinePlaces): Steps {
  for (const row of packedLines(lines)) {
    database.run(
      'INSERT INTO source_lines (source, start, "end", lines) VALUES (?, ?, ?, ?)',
      source,
      row.start,
      row.end,
      row.lines,
    )
    yield
  }
}

/** Packs lines into rows of some hundred, with the range of the text that each covers. */
export function* packedLines(
  lines: LinePlaces,
): Generator<{ start: number; end: number; lines: Uint8Array }> {
  for (let from = 0; from < lines.starts.length; from += linesPerRow) {
    const part = sliceLines(lines, from, from + linesPerRow)
    const end = part.ends.reduce((most, lineEnd) => Math.max(most, lineEnd), 0)
    yield { start: part.starts[0] ?? 0, end, lines: packLines(part) }
  }
}

/** Returns the lines that overlap a range of the text, by page. */
export function readLines(
  database: Database,
  source: number,
  start: number,
  end: number,
): PassageLines[] {
  const rows = database.all(
    'SELECT lines FROM source_lines WHERE source = ? AND start < ? AND "end" > ? ORDER BY start',
    source,
    end,
    start,
  )
  return linesOnPages(
    rows.map((row) => row['lines']),
    start,
    end,
  )
}

/** Returns all lines of a source. */
export function readAllLines(database: Database, source: number): LinePlaces {
  const rows = database.all(
    'SELECT lines FROM source_lines WHERE source = ? ORDER BY start',
    source,
  )
  return joinLines(rows.map((row) => unpackLines(row['lines'])))
}

/** Returns the lines of several parts as one. */
export function joinLines(parts: readonly LinePlaces[]): LinePlaces {
  const length = parts.reduce((sum, { starts }) => sum + starts.length, 0)
  const joined = {
    starts: new Uint32Array(length),
    ends: new Uint32Array(length),
    pages: new Uint32Array(length),
    boxes: new Float32Array(length * 4),
  }
  let at = 0
  for (const { starts, ends, pages, boxes } of parts) {
    joined.starts.set(starts, at)
    joined.ends.set(ends, at)
    joined.pages.set(pages, at)
    joined.boxes.set(boxes, at * 4)
    at += starts.length
  }
  return joined
}

/** Returns the lines in packed rows that overlap a range of the text, by page. */
export function linesOnPages(rows: readonly unknown[], start: number, end: number): PassageLines[] {
  const pages = new Map<number, PassageLines>()
  for (const packed of rows) {
    const { starts, ends, pages: numbers, boxes } = unpackLines(packed)
    for (const [index, lineStart] of starts.entries()) {
      if (lineStart >= end || (ends[index] ?? 0) <= start) continue
      const number = numbers[index] ?? 1
      const page = pages.get(number) ?? { page: number, lines: [] }
      pages.set(number, page)
      const [x = 0, y = 0, width = 0, height = 0] = boxes.subarray(index * 4, index * 4 + 4)
      page.lines.push({ x, y, width, height })
    }
  }
  return [...pages.values()].toSorted((first, second) => first.page - second.page)
}

function sliceLines(lines: LinePlaces, from: number, to: number): LinePlaces {
  return {
    starts: lines.starts.subarray(from, to),
    ends: lines.ends.subarray(from, to),
    pages: lines.pages.subarray(from, to),
    boxes: lines.boxes.subarray(from * 4, to * 4),
  }
}

function packLines({ starts, ends, pages, boxes }: LinePlaces): Uint8Array {
  const packed = new Uint8Array(starts.length * bytesPerLine)
  let at = 0
  for (const { buffer, byteOffset, byteLength } of [starts, ends, pages, boxes]) {
    packed.set(new Uint8Array(buffer, byteOffset, byteLength), at)
    at += byteLength
  }
  return packed
}

/** Returns the lines of a packed row. */
export function unpackLines(packed: unknown): LinePlaces {
  // A copy begins at a multiple of four bytes, which arrays of such numbers need.
  const { buffer, length } = new Uint8Array(packed instanceof Uint8Array ? packed : [])
  const count = Math.floor(length / bytesPerLine)
  return {
    starts: new Uint32Array(buffer, 0, count),
    ends: new Uint32Array(buffer, count * 4, count),
    pages: new Uint32Array(buffer, count * 8, count),
    boxes: new Float32Array(buffer, count * 12, count * 4),
  }
}
