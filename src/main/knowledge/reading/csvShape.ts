/** The comma is last: it is within numbers and sentences, too. */
const delimiters = ['\t', ';', '|', ',']
const sampleLength = 20_000
/** Lines with as many marks as the first, of all, for a mark to be what divides the values. */
const minSameShare = 0.9

/** Characters from which the mark is judged; `likelyDelimiter` must see whether more follow. */
const judgedLength = sampleLength + 1

/** The mark between a text's values, and their beginning. */
export interface CsvShape {
  delimiter: string
  /** The index at which the first row begins: behind a line that only names the mark. */
  start: number
}

/** Finds out how a table's values are divided. Line breaks may be those of any system. */
export function findCsvShape(text: string): CsvShape {
  // Excel's own first line, which names what divides the values.
  const named = /^\s*"?sep=(.)"?[^\S\r\n]*(?:\r?\n|$)/i.exec(text)
  const start = named?.[0].length ?? 0
  return {
    start,
    delimiter: named?.[1] ?? likelyDelimiter(text.slice(start, start + judgedLength)),
  }
}

/** Returns the mark that divides nearly all lines into as many values as the first has. */
function likelyDelimiter(text: string): string {
  const sample = text.slice(0, sampleLength)
  const lines = sample
    .replaceAll(/"[^"]*"/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '')
  if (sample.length < text.length && lines.length > 1) lines.pop()
  const judged = delimiters.map((mark) => {
    const counts = lines.map((line) => line.split(mark).length - 1)
    const first = counts[0] ?? 0
    const same = counts.filter((count) => count === first).length
    return { mark, share: first === 0 ? 0 : same / lines.length, score: first * same }
  })
  const clear = judged.find(({ share }) => share >= minSameShare)
  return (clear ?? judged.toSorted((one, another) => another.score - one.score)[0])?.mark ?? ','
}
