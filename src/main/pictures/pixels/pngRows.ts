import { setImmediate as nextTurn } from 'node:timers/promises'
import { AppError } from '../../../shared/errors.ts'

/** The fields of a PNG's header. https://www.w3.org/TR/png-3/#11IHDR */
export interface PngFormat {
  width: number
  height: number
  /** The bits of a sample. */
  depth: number
  /** The samples of a pixel: 1 for grey or a palette, 2 with alpha, 3 for RGB, 4 with alpha. */
  channels: number
  /** True if a sample is a place in the palette. */
  hasPalette: boolean
  isInterlaced: boolean
}

/** The pixels of a PNG that are stored together: all, or those of one pass. */
export interface Pass {
  left: number
  top: number
  /** The distance of two pixels in the picture. */
  across: number
  down: number
  columns: number
  rows: number
  /** The bytes of a row without that of its filter. */
  rowLength: number
}

/** Rows that are read before other work gets its turn. */
const rowsOfSlice = 64

/** Left, top, across and down of the passes. https://www.w3.org/TR/png-3/#8Interlace */
const adam7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const

/** Returns the passes in which a PNG stores its pixels, without empty ones. */
export function passesOf({ width, height, depth, channels, isInterlaced }: PngFormat): Pass[] {
  const all = isInterlaced ? adam7 : ([[0, 0, 1, 1]] as const)
  return all.flatMap(([left, top, across, down]) => {
    const columns = Math.ceil((width - left) / across)
    const rows = Math.ceil((height - top) / down)
    if (columns <= 0 || rows <= 0) return []
    const rowLength = Math.ceil((columns * channels * depth) / 8)
    return [{ left, top, across, down, columns, rows, rowLength }]
  })
}

/** Undoes the filters of a pass in place. `from` is where its bytes begin. Errors: unreadable. */
export async function unfilterPass(
  bytes: Buffer,
  from: number,
  { rows, rowLength }: Pass,
  pixelBytes: number,
): Promise<void> {
  for (let row = 0; row < rows; row += 1) {
    const start = from + row * (rowLength + 1) + 1
    unfilterRow(bytes, { start, rowLength, pixelBytes, isFirst: row === 0 })
    // A large picture must not hold up everything else.
    if (row % rowsOfSlice === rowsOfSlice - 1) await nextTurn()
  }
}

interface Row {
  start: number
  rowLength: number
  pixelBytes: number
  isFirst: boolean
}

/** Undoes the filter of a row in place. https://www.w3.org/TR/png-3/#9Filters */
function unfilterRow(bytes: Buffer, { start, rowLength, pixelBytes, isFirst }: Row): void {
  const filter = bytes[start - 1] ?? 0
  const end = start + rowLength
  const second = start + pixelBytes
  const above = rowLength + 1
  if (filter > 4) {
    throw new AppError('unreadable', 'The PNG has a filter that does not exist')
  }
  if (filter === 0) return
  for (let at = start; at < end; at += 1) {
    const left = at >= second ? (bytes[at - pixelBytes] ?? 0) : 0
    const up = isFirst ? 0 : (bytes[at - above] ?? 0)
    const own = bytes[at] ?? 0
    if (filter === 1) bytes[at] = own + left
    else if (filter === 2) bytes[at] = own + up
    else if (filter === 3) bytes[at] = own + ((left + up) >> 1)
    else {
      const corner = isFirst || at < second ? 0 : (bytes[at - above - pixelBytes] ?? 0)
      bytes[at] = own + paeth(left, up, corner)
    }
  }
}

function paeth(left: number, up: number, corner: number): number {
  const byLeft = Math.abs(up - corner)
  const byUp = Math.abs(left - corner)
  const byCorner = Math.abs(left + up - 2 * corner)
  if (byLeft <= byUp && byLeft <= byCorner) return left
  return byUp <= byCorner ? up : corner
}

/** The filters that a row is tried with: none, by the left, by the one above, by what fits best. */
const tried = [0, 1, 2, 4] as const

/**
 * Writes a row with the filter that makes its bytes smallest, after the byte that names it. `above`
 * is the unfiltered row above; null for the first.
 */
export function filterRow(
  row: Uint8Array,
  above: Uint8Array | null,
  to: Uint8Array,
  pixelBytes: number,
): void {
  let best = Infinity
  for (const filter of tried) {
    const cost = costOf(filter, row, above, pixelBytes)
    if (cost >= best) continue
    best = cost
    to[0] = filter
  }
  const filter = to[0] ?? 0
  for (let at = 0; at < row.length; at += 1)
    to[at + 1] = filtered(filter, row, above, at, pixelBytes)
}

function costOf(
  filter: number,
  row: Uint8Array,
  above: Uint8Array | null,
  pixelBytes: number,
): number {
  let cost = 0
  for (let at = 0; at < row.length; at += 1) {
    const byte = filtered(filter, row, above, at, pixelBytes) & 255
    cost += byte < 128 ? byte : 256 - byte
  }
  return cost
}

function filtered(
  filter: number,
  row: Uint8Array,
  above: Uint8Array | null,
  at: number,
  pixelBytes: number,
): number {
  const own = row[at] ?? 0
  if (filter === 0) return own
  const left = at >= pixelBytes ? (row[at - pixelBytes] ?? 0) : 0
  if (filter === 1) return own - left
  const up = above?.[at] ?? 0
  if (filter === 2) return own - up
  return own - paeth(left, up, at >= pixelBytes ? (above?.[at - pixelBytes] ?? 0) : 0)
}
