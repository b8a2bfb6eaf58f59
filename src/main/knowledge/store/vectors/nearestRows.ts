import { createTopScores } from './topScores.ts'

/** Access to the codes of a space. Rows are numbered from 0. */
export interface CodeRows {
  count: number
  /** The rows that are scored or compared at once, at most. */
  blockRows: number
  /** Scores rows that follow each other. The list is valid until the next call. */
  scoreBlock: (first: number, rows: number) => Int32Array
  /** Scores rows by their numbers. */
  scoreRows: (rows: readonly number[]) => Int32Array
  /** Counts the signs in which rows that follow each other differ from the question's. */
  distancesOfBlock: (first: number, rows: number) => Int32Array
  isAllowed: (row: number) => boolean
}

/** Beyond all distances: a vector has at most 16,384 signs. */
const tooFar = 16_385
/** So many rows at least, and so many times as many as are wanted, are candidates at first. */
const minCandidates = 2048
const candidatesTimes = 32
/** So many times as many candidates are taken when the signs tell too little. */
const candidatesGrowth = 4
/** This part of the best rows may lie in the outer half of the candidates. */
const outerPart = 0.05

/**
 * Returns the rows with the best scores, in no order. In a large space only the rows whose signs
 * are most like the question's are scored. If the best of them do not stand out by their signs, as
 * in vectors without any order, more rows are scored, and in the end all.
 */
export function nearestRows(codes: CodeRows, limit: number): number[] {
  const { count } = codes
  let wanted = Math.max(minCandidates, limit * candidatesTimes)
  if (wanted * candidatesGrowth >= count) return scoreAll(codes, limit)
  const { distances, histogram, allowed } = measureDistances(codes)
  while (wanted * candidatesGrowth < allowed) {
    const best = scoreWithin(codes, distances, distanceOf(histogram, wanted), limit)
    const middle = distanceOf(histogram, wanted / 2)
    const outer = best.filter((row) => (distances[row] ?? 0) > middle)
    if (outer.length <= best.length * outerPart) return best
    wanted *= candidatesGrowth
  }
  return allowed * candidatesGrowth < count
    ? scoreWithin(codes, distances, tooFar - 1, limit)
    : scoreAll(codes, limit)
}

function scoreAll(codes: CodeRows, limit: number): number[] {
  const best = createTopScores(limit)
  for (let first = 0; first < codes.count; first += codes.blockRows) {
    const scores = codes.scoreBlock(first, Math.min(codes.blockRows, codes.count - first))
    for (let at = 0; at < scores.length; at += 1) {
      const score = scores[at] ?? 0
      if (score > best.floor && codes.isAllowed(first + at)) best.add(first + at, score)
    }
  }
  return best.slots()
}

/** Scores the rows up to a distance. */
function scoreWithin(
  codes: CodeRows,
  distances: Uint16Array,
  distance: number,
  limit: number,
): number[] {
  const best = createTopScores(limit)
  let rows: number[] = []
  const score = (): void => {
    const scores = codes.scoreRows(rows)
    for (const [at, row] of rows.entries()) best.add(row, scores[at] ?? 0)
    rows = []
  }
  for (let row = 0; row < distances.length; row += 1) {
    if ((distances[row] ?? tooFar) > distance) continue
    if (rows.push(row) === codes.blockRows) score()
  }
  if (rows.length > 0) score()
  return best.slots()
}

interface Distances {
  /** For each row; `tooFar` for those that are not allowed. */
  distances: Uint16Array
  /** The number of rows at each distance. */
  histogram: Uint32Array
  allowed: number
}

/** One short loop after another: together they take three times as long. */
function measureDistances(codes: CodeRows): Distances {
  const { count, blockRows, isAllowed } = codes
  const distances = new Uint16Array(count)
  for (let first = 0; first < count; first += blockRows) {
    distances.set(codes.distancesOfBlock(first, Math.min(blockRows, count - first)), first)
  }
  for (let row = 0; row < count; row += 1) {
    if (!isAllowed(row)) distances[row] = tooFar
  }
  const histogram = new Uint32Array(tooFar + 1)
  for (let row = 0; row < count; row += 1) {
    const distance = distances[row] ?? tooFar
    histogram[distance] = (histogram[distance] ?? 0) + 1
  }
  return { distances, histogram, allowed: count - (histogram[tooFar] ?? 0) }
}

/** Returns the distance within which at least `wanted` rows lie. */
function distanceOf(histogram: Uint32Array, wanted: number): number {
  let rows = 0
  return histogram.findIndex((count) => (rows += count) >= wanted)
}
