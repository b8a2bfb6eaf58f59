import type { ReadDocument } from '../../readDocument.ts'
import { AppError } from '../../../../shared/errors.ts'
import type { Archive } from '../archives/openArchive.ts'
import { readXml } from '../archives/readXml.ts'
import { archiveTitle, relations } from '../archives/relations.ts'
import { createDocumentWriter, type DocumentWriter } from '../documentWriter.ts'
import { dateStyles, excelDate } from './excelDate.ts'

const workbook = 'xl/workbook.xml'
const sharedLengthMaximum = 40_000_000
const columnsMaximum = 1000

/** Reads a workbook: a heading and a table for each sheet. The first row is the table's head. */
export async function readXlsx(archive: Archive): Promise<ReadDocument> {
  const writer = createDocumentWriter()
  const strings = await sharedStrings(archive)
  const dates = await dateStyles(archive)
  for (const { name, part } of await sheets(archive)) {
    writer.heading(1, name)
    await readSheet(archive, part, { strings, dates }, writer)
    if (writer.isFull()) break
  }
  return writer.finish(await archiveTitle(archive, 'docProps/core.xml'))
}

async function sheets(archive: Archive): Promise<{ name: string; part: string }[]> {
  const related = await relations(archive, workbook)
  const found: { name: string; part: string }[] = []
  await readXml(archive.pieces(workbook), {
    open({ name, attribute }) {
      if (name !== 'sheet') return
      const part = related.get(attribute('id') ?? '')
      if (part !== undefined) found.push({ name: attribute('name') ?? '', part })
    },
  })
  return found
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
      if (length > sharedLengthMaximum) throw new AppError('documentTooLarge', 'Too much text')
    },
  })
  return strings
}

interface Lookups {
  strings: readonly string[]
  /** The styles of cells that are dates. */
  dates: ReadonlySet<number>
}

async function readSheet(
  archive: Archive,
  part: string,
  lookups: Lookups,
  writer: DocumentWriter,
): Promise<void> {
  let cell = { type: '', style: -1, value: '' }
  let column = 0
  let isValue = false
  writer.beginTable()
  await readXml(archive.pieces(part), {
    open({ name, attribute }) {
      if (name === 'row') {
        column = 0
        writer.beginRow(false)
      } else if (name === 'c') {
        const place = Math.min(columnOf(attribute('r')) ?? column, columnsMaximum)
        for (; column < place; column++) writeCell('', writer)
        cell = { type: attribute('t') ?? 'n', style: Number(attribute('s') ?? -1), value: '' }
      }
      isValue = name === 'v' || name === 't'
    },
    text(piece) {
      if (isValue) cell.value += piece
    },
    close(name) {
      isValue = false
      if (name === 'c' && column < columnsMaximum) {
        writeCell(cellText(cell, lookups), writer)
        column += 1
      } else if (name === 'row') writer.endRow()
    },
    isDone: writer.isFull,
  })
  writer.endTable()
}

function writeCell(text: string, writer: DocumentWriter): void {
  writer.beginCell()
  if (text !== '') writer.block('paragraph', text)
  writer.endCell()
}

function cellText(cell: { type: string; style: number; value: string }, lookups: Lookups): string {
  if (cell.type === 's') return lookups.strings[Number(cell.value)] ?? ''
  if (cell.type === 'b') return cell.value === '1' ? 'TRUE' : 'FALSE'
  if (cell.type === 'n' && lookups.dates.has(cell.style)) return excelDate(cell.value)
  return cell.value
}

/** Returns the column of a cell's reference, such as 27 for `AB12`. */
function columnOf(reference: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? '')?.[0]
  if (letters === undefined) return undefined
  let column = 0
  for (let at = 0; at < letters.length; at++) column = column * 26 + letters.charCodeAt(at) - 64
  return column - 1
}
