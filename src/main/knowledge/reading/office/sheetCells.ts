import { AppError } from '../../../../shared/errors.ts'
import type { Archive } from '../archives/openArchive.ts'
import { readXml, type XmlElement } from '../archives/readXml.ts'

/** A cell of a sheet as its file holds it. */
export interface SheetCell {
  /** From 0. */
  column: number
  /** The kind by OOXML's letters: `n` for a number or a date, `b` for true or false, `e` for an error; any other is text. */
  type: string
  /** The index of its style. */
  style: number
  /** The number, or the text itself; empty for none. */
  value: string
  /** True for the result of a formula. */
  hasFormula: boolean
}

export interface SheetHandlers {
  /** Called at each element, before what it begins. */
  open?: (name: string, attribute: XmlElement['attribute']) => void
  /** Begins a row; `number` counts from 1 as the sheet does. */
  row: (number: number) => void
  cell: (cell: SheetCell) => void
  endRow?: () => void
  /** Ends the reading early. */
  isDone?: () => boolean
}

const maxSharedLength = 40_000_000

/** Reads the texts that cells refer to by their number. Errors: documentTooLarge. */
export async function readSharedStrings(archive: Archive): Promise<readonly string[]> {
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
      strings.push(decodeEscapes(text))
      length += text.length
      if (length > maxSharedLength) throw new AppError('documentTooLarge', 'Too much text')
    },
  })
  return strings
}

/** Reads the cells of a sheet, in their order. Cells and rows that the file leaves out are empty. */
export async function readSheetCells(
  archive: Archive,
  part: string,
  strings: readonly string[],
  handlers: SheetHandlers,
): Promise<void> {
  let cell = newCell(0, 'n', 0)
  let row = 0
  let column = 0
  let isValue = false
  let isPhonetic = false

  await readXml(archive.pieces(part), {
    open({ name, attribute }) {
      handlers.open?.(name, attribute)
      if (name === 'row') {
        row = wholeNumber(attribute('r')) ?? row + 1
        column = 0
        handlers.row(row)
      } else if (name === 'c') {
        column = columnOf(attribute('r')) ?? column
        cell = newCell(column, attribute('t') ?? 'n', Number(attribute('s') ?? 0))
      } else if (name === 'f') cell.hasFormula = true
      if (name === 'rPh') isPhonetic = true
      isValue = name === 'v' || name === 't'
    },
    text(piece) {
      if (isValue && !isPhonetic) cell.value += piece
    },
    close(name) {
      isValue = false
      if (name === 'rPh') isPhonetic = false
      if (name === 'c') {
        if (cell.type === 's') cell.value = strings[Number(cell.value)] ?? ''
        else if (isText(cell)) cell.value = decodeEscapes(cell.value)
        handlers.cell(cell)
        column += 1
      } else if (name === 'row') handlers.endRow?.()
    },
    ...(handlers.isDone && { isDone: handlers.isDone }),
  })
}

/** True for a text, also as the result of a formula. */
function isText({ type }: SheetCell): boolean {
  return type === 's' || type === 'str' || type === 'inlineStr'
}

/** Characters that XML can't hold stand in texts as their code, such as `_x000D_`. */
function decodeEscapes(text: string): string {
  if (!text.includes('_x')) return text
  return text.replaceAll(/_x([0-9A-F]{4})_/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
}

function newCell(column: number, type: string, style: number): SheetCell {
  return { column, type, style, value: '', hasFormula: false }
}

function wholeNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,7}$/.test(text) ? Number(text) : undefined
}

/** Returns the column of a cell's reference, such as 27 for `AB12`. */
function columnOf(reference: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? '')?.[0]
  if (letters === undefined) return undefined
  let column = 0
  for (let at = 0; at < letters.length; at++) column = column * 26 + letters.charCodeAt(at) - 64
  return column - 1
}
