import type { ReadDocument } from '../readDocument.ts'
import { readCells } from './csvCells.ts'
import { createDocumentWriter } from './documentWriter.ts'

/** The comma is last: it is within numbers and sentences, too. */
const delimiters = ['\t', ';', '|', ',']
const sampleLength = 20_000
/** Lines with as many marks as the first, of all, for a mark to be what divides the values. */
const minSameShare = 0.9

/** Reads a table of values. The first row is its head. */
export function readCsv(text: string): ReadDocument {
  const writer = createDocumentWriter()
  // Excel's own first line, which names what divides the values.
  const named = /^\s*"?sep=(.)"?[^\S\n]*(?:\n|$)/i.exec(text)
  const values = named ? text.slice(named[0].length) : text
  writer.beginTable()
  readCells(values, named?.[1] ?? likelyDelimiter(values), {
    cell(value) {
      writer.beginCell()
      writer.block('paragraph', value)
      writer.endCell()
    },
    endRow() {
      writer.endRow()
      writer.beginRow(false)
    },
    isDone: writer.isFull,
  })
  writer.endTable()
  return writer.finish(null)
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
