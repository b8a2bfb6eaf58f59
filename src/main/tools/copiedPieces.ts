/** Shorter pieces are common to most texts. */
const minPieceLength = 12
/** Any common piece of the minimum length holds one of these at a multiple of its length. */
const gramLength = 6
/** A short value counts as copied if it is there as a whole. */
const minWholeLength = 4
const maxPieces = 20
const maxShownLength = 300
const maxValueLength = 50_000
const maxTextLength = 1_000_000
const maxPositions = 8

/** Returns the pieces of a call's arguments that stand in texts which the model has read. */
export function copiedPieces(input: unknown, texts: readonly string[]): string[] {
  const pieces = new Set<string>()
  const folded = texts.map((text) => fold(text.slice(0, maxTextLength)))
  for (const value of stringsOf(input)) {
    for (const [start, end] of rangesOf(fold(value), folded)) {
      if (pieces.size >= maxPieces) return [...pieces]
      pieces.add(value.slice(start, end).slice(0, maxShownLength).toWellFormed())
    }
  }
  return [...pieces]
}

/** Ignores case where that keeps every character at its place. */
function fold(text: string): string {
  const lower = text.toLowerCase()
  return lower.length === text.length ? lower : text
}

function stringsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value.slice(0, maxValueLength)]
  if (typeof value === 'number' || typeof value === 'bigint') return [String(value)]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => [
    ...(Array.isArray(value) ? [] : stringsOf(name)),
    ...stringsOf(inner),
  ])
}

type Range = [start: number, end: number]

function rangesOf(value: string, texts: readonly string[]): Range[] {
  if (value.length < minPieceLength) {
    const isWhole = value.length >= minWholeLength && texts.some((text) => text.includes(value))
    return isWhole ? [[0, value.length]] : []
  }
  const grams = gramsOf(value)
  const found: Range[] = []
  for (const text of texts) {
    for (let at = 0; at + gramLength <= text.length; at += gramLength) {
      for (const start of grams.get(text.slice(at, at + gramLength)) ?? []) {
        if (found.length >= maxPieces) return found
        if (found.some(([from, to]) => start >= from && start < to)) continue
        const range = extend(value, start, text, at)
        if (range[1] - range[0] >= minPieceLength) found.push(range)
      }
    }
  }
  return found
}

function gramsOf(value: string): Map<string, number[]> {
  const grams = new Map<string, number[]>()
  for (let at = 0; at + gramLength <= value.length; at++) {
    const gram = value.slice(at, at + gramLength)
    const positions = grams.get(gram)
    if (!positions) grams.set(gram, [at])
    else if (positions.length < maxPositions) positions.push(at)
  }
  return grams
}

/** Returns the longest common piece around a common gram. */
function extend(value: string, start: number, text: string, at: number): Range {
  let before = 0
  while (before < start && before < at && value[start - before - 1] === text[at - before - 1]) {
    before += 1
  }
  let length = gramLength
  while (
    start + length < value.length &&
    at + length < text.length &&
    value[start + length] === text[at + length]
  ) {
    length += 1
  }
  return [start - before, start + length]
}
