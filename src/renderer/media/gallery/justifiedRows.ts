/** Size of a picture in a row. Both are `null` for sound. */
export interface Sized {
  width: number | null
  height: number | null
}

/** Pictures side by side: as high as each other, and together as wide as the gallery. */
export interface JustifiedRow {
  /** The index of its first picture. */
  start: number
  /** In CSS pixels, without the gap below. */
  height: number
  /** The width of each of its pictures in CSS pixels. */
  widths: readonly number[]
}

interface RowOptions {
  /** The width of the gallery in CSS pixels. */
  width: number
  /** The height that rows come close to. */
  height: number
  gap: number
}

/** A panorama or a banner would be a thin line, or take the row alone. */
const minRatio = 0.5
const maxRatio = 2.5

/**
 * Returns the rows of a gallery, in its order. The last row keeps the wanted height, so that rows
 * above don't change when more pictures follow.
 */
export function justifiedRows(
  pictures: readonly Sized[],
  { width, height, gap }: RowOptions,
): JustifiedRow[] {
  const rows: JustifiedRow[] = []
  let start = 0
  let ratios: number[] = []
  let sum = 0
  for (const [index, picture] of pictures.entries()) {
    const ratio = ratioOf(picture)
    ratios.push(ratio)
    sum += ratio
    const free = width - gap * (ratios.length - 1)
    if (free / sum > height) continue
    rows.push(row(start, ratios, Math.max(1, free / sum)))
    start = index + 1
    ratios = []
    sum = 0
  }
  if (ratios.length > 0) rows.push(row(start, ratios, height))
  return rows
}

/** Returns the index of the row in which a picture stands; -1 for none. */
export function rowOf(rows: readonly JustifiedRow[], picture: number): number {
  let low = 0
  let high = rows.length - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const candidate = rows[middle]
    if (!candidate) return -1
    if (picture < candidate.start) high = middle - 1
    else if (picture >= candidate.start + candidate.widths.length) low = middle + 1
    else return middle
  }
  return -1
}

/**
 * Returns the picture above or below one, the one whose middle is nearest; undefined at the edge.
 */
export function pictureBeside(
  rows: readonly JustifiedRow[],
  picture: number,
  step: 1 | -1,
): number | undefined {
  const index = rowOf(rows, picture)
  const from = rows[index]
  const to = rows[index + step]
  if (!from || !to) return undefined
  const wanted = middles(from.widths)[picture - from.start] ?? 0
  const distances = middles(to.widths).map((middle) => Math.abs(middle - wanted))
  return to.start + distances.indexOf(Math.min(...distances))
}

/** Returns the middles of pictures, from the start edge, without the gaps. */
function middles(widths: readonly number[]): number[] {
  let edge = 0
  return widths.map((width) => {
    edge += width
    return edge - width / 2
  })
}

function ratioOf({ width, height }: Sized): number {
  if (!width || !height) return 1
  return Math.min(maxRatio, Math.max(minRatio, width / height))
}

function row(start: number, ratios: readonly number[], height: number): JustifiedRow {
  return { start, height, widths: ratios.map((ratio) => ratio * height) }
}
