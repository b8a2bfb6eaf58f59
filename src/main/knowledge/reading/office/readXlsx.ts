import type { ReadDocument } from '../../readDocument.ts'
import type { Archive } from '../archives/openArchive.ts'
import { archiveTitle } from '../archives/relations.ts'
import { createDocumentWriter, type DocumentWriter } from '../documentWriter.ts'
import { cellText, readCellFormats, type CellFormats } from './cellFormats.ts'
import { createHiddenCells } from './hiddenCells.ts'
import { readWorkbook } from './readWorkbook.ts'
import { readSharedStrings, readSheetCells } from './sheetCells.ts'

const maxColumns = 1000

/**
 * Reads a workbook: a heading and a table for each sheet. The first row is the table's head. Sheets,
 * rows and columns that the author hid are left out, and told.
 */
export async function readXlsx(archive: Archive, main: string): Promise<ReadDocument> {
  const writer = createDocumentWriter()
  const { sheets, hiddenSheets, is1904 } = await readWorkbook(archive, main)
  const strings = await readSharedStrings(archive)
  const formats = await readCellFormats(archive, is1904)
  writer.omit({ reason: 'hiddenSheet', count: hiddenSheets })
  for (const { name, part } of sheets) {
    writer.heading(1, name)
    await readSheet(archive, part, { strings, formats }, writer)
    if (writer.isFull()) break
  }
  return writer.finish(await archiveTitle(archive, 'docProps/core.xml'))
}

interface Lookups {
  strings: readonly string[]
  formats: CellFormats
}

async function readSheet(
  archive: Archive,
  part: string,
  lookups: Lookups,
  writer: DocumentWriter,
): Promise<void> {
  const hidden = createHiddenCells()
  let column = 0
  let isWide = false

  function skipTo(place: number): void {
    isWide ||= place >= maxColumns
    for (; column < Math.min(place, maxColumns); column++) writeCell('', column)
  }

  function writeCell(text: string, at: number): void {
    if (hidden.hides(at, text)) return
    writer.beginCell()
    if (text !== '') writer.block('paragraph', text)
    writer.endCell()
  }

  writer.beginTable()
  await readSheetCells(archive, part, lookups.strings, {
    open: hidden.open,
    row() {
      column = 0
      writer.beginRow(false)
    },
    cell(cell) {
      skipTo(cell.column)
      if (column >= maxColumns) return
      const text = cellText(cell, lookups.formats)
      if (text === '' && cell.value.trim() !== '') hidden.addValue()
      writeCell(text, column)
      column += 1
    },
    endRow: () => writer.endRow(),
    isDone: writer.isFull,
  })
  writer.endTable()
  for (const omission of hidden.omissions()) writer.omit(omission)
  if (isWide) writer.omit({ reason: 'tooLong' })
}
