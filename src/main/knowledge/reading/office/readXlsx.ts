import type { ReadDocument } from '../../readDocument.ts'
import { AppError } from '../../../../shared/errors.ts'
import type { Archive } from '../archives/openArchive.ts'
import { readXml } from '../archives/readXml.ts'
import { archiveTitle } from '../archives/relations.ts'
import { createDocumentWriter, type DocumentWriter } from '../documentWriter.ts'
import { readCellFormats, type FormatCell } from './cellFormats.ts'
import { createHiddenCells } from './hiddenCells.ts'
import { readWorkbook } from './readWorkbook.ts'

const maxSharedLength = 40_000_000
const maxColumns = 1000

/**
 * Reads a workbook: a heading and a table for each sheet. The first row is the table's head. Sheets,
 * rows and columns that the author hid are left out, and told.
 */
export async function readXlsx(archive: Archive, main: string): Promise<ReadDocument> {
  const writer = createDocumentWriter()
  const { sheets, hiddenSheets, is1904 } = await readWorkbook(archive, main)
  const strings = await sharedStrings(archive)
  const formatCell = await readCellFormats(archive, is1904)
  writer.omit({ reason: 'hiddenSheet', count: hiddenSheets })
  for (const { name, part } of sheets) {
    writer.heading(1, name)
    await readSheet(archive, part, { strings, formatCell }, writer)
    if (writer.isFull()) break
  }
  return writer.finish(await archiveTitle(archive, 'docProps/core.xml'))
}

/** Reads the texts that cells refer to by their number. */
async function sharedStrings(archive: Archive): Promise<readonly string[]> {
  const strings: string[] = []
  let text = ''
  let isText = false
  let isPhonetic = false
  let length = 0
  await readXml(archive.pieces('xl/sharedStrings.xml'), {
    open({ name }) {
      if (name === 'si') text = ''
      isText = name === 't'
      if (name === 'rPh') isPhonetic = true
    },
    text(piece) {
      if (isText && !isPhonetic) text += piece
    },
    close(name) {
      isText = false
      if (name === 'rPh') isPhonetic = false
      if (name !== 'si') return
      strings.push(text)
      length += text.length
      if (length > maxSharedLength) throw new AppError('documentTooLarge', 'Too much text')
    },
  })
  return strings
}

interface Lookups {
  strings: readonly string[]
  formatCell: FormatCell
}

async function readSheet(
  archive: Archive,
  part: string,
  lookups: Lookups,
  writer: DocumentWriter,
): Promise<void> {
  const hidden = createHiddenCells()
  let cell = { type: '', style: 0, value: '' }
  let column = 0
  let isValue = false
  let isWide = false

  function begin(place: number): void {
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
  await readXml(archive.pieces(part), {
    open({ name, attribute }) {
      hidden.open(name, attribute)
      if (name === 'row') {
        column = 0
        writer.beginRow(false)
      } else if (name === 'c') {
        begin(columnOf(attribute('r')) ?? column)
        cell = { type: attribute('t') ?? 'n', style: Number(attribute('s') ?? 0), value: '' }
      }
      isValue = name === 'v' || name === 't'
    },
    text(piece) {
      if (isValue) cell.value += piece
    },
    close(name) {
      isValue = false
      if (name === 'c' && column < maxColumns) {
        const text = cellText(cell, lookups)
        if (text === '' && cell.value.trim() !== '') hidden.addValue()
        writeCell(text, column)
        column += 1
      } else if (name === 'row') writer.endRow()
    },
    isDone: writer.isFull,
  })
  writer.endTable()
  for (const omission of hidden.omissions()) writer.omit(omission)
  if (isWide) writer.omit({ reason: 'tooLong' })
}

function cellText(cell: { type: string; style: number; value: string }, lookups: Lookups): string {
  if (cell.type === 's') return lookups.strings[Number(cell.value)] ?? ''
  if (cell.type === 'b') return cell.value === '1' ? 'TRUE' : 'FALSE'
  return cell.type === 'n' ? lookups.formatCell(cell.style, cell.value) : cell.value
}

/** Returns the column of a cell's reference, such as 27 for `AB12`. */
function columnOf(reference: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? '')?.[0]
  if (letters === undefined) return undefined
  let column = 0
  for (let at = 0; at < letters.length; at++) column = column * 26 + letters.charCodeAt(at) - 64
  return column - 1
}
