import type { ReadDocument } from '../readDocument.ts'
import { readCells } from './csvCells.ts'
import { findCsvShape } from './csvShape.ts'
import { createDocumentWriter } from './documentWriter.ts'

/** Reads a table of values. The first row is its head. */
export function readCsv(text: string): ReadDocument {
  const writer = createDocumentWriter()
  const { delimiter, start } = findCsvShape(text)
  writer.beginTable()
  const handlers = {
    cell(value: string) {
      writer.beginCell()
      writer.block('paragraph', value)
      writer.endCell()
    },
    endRow() {
      writer.endRow()
      writer.beginRow(false)
    },
    isDone: writer.isFull,
  }
  readCells(text, delimiter, handlers, start)
  writer.endTable()
  return writer.finish(null)
}
