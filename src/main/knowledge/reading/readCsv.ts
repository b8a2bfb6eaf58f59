import { Readable } from 'node:stream'
import { parse } from 'csv-parse'
import type { ReadDocument } from '../readDocument.ts'
import { createDocumentWriter } from './documentWriter.ts'

const delimiters = [',', ';', '\t', '|']
const sampleLength = 20_000
const pieceLength = 64 * 1024

/** Reads a table of values. The first row is its head. */
export async function readCsv(text: string): Promise<ReadDocument> {
  const writer = createDocumentWriter()
  const parser = parse({
    delimiter: likelyDelimiter(text.slice(0, sampleLength)),
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
  })
  Readable.from(pieces(text)).pipe(parser)
  writer.beginTable()
  for await (const row of parser as AsyncIterable<string[]>) {
    writer.beginRow(false)
    for (const cell of row) {
      writer.beginCell()
      writer.block('paragraph', cell)
      writer.endCell()
    }
    writer.endRow()
    if (writer.isFull()) break
  }
  writer.endTable()
  return writer.finish(null)
}

/** Gives the text piece by piece, so that it is in memory only once. */
function* pieces(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += pieceLength) yield text.slice(at, at + pieceLength)
}

/** Returns the mark that divides most lines into the same number of values. */
function likelyDelimiter(sample: string): string {
  const lines = sample
    .replaceAll(/"[^"]*"/g, '')
    .split('\n')
    .filter((line) => line !== '')
  const score = (mark: string): number => {
    const counts = lines.map((line) => line.split(mark).length - 1)
    const first = counts[0] ?? 0
    return first * counts.filter((count) => count === first).length
  }
  return delimiters.toSorted((a, b) => score(b) - score(a))[0] ?? ','
}
