import { AppError } from '../../../../shared/errors.ts'
import type { TableNotes } from '../../../../shared/batches/batches.ts'
import { maxTableBytes, maxTableColumns, maxTableRows } from '../../../../shared/limits.ts'
import type { Archive } from '../../../knowledge/reading/archives/openArchive.ts'
import type { XmlElement } from '../../../knowledge/reading/archives/readXml.ts'
import {
  cellText,
  daysTo1904,
  showsDay,
  type CellFormats,
} from '../../../knowledge/reading/office/cellFormats.ts'
import { isTrue } from '../../../knowledge/reading/office/readWorkbook.ts'
import { readSheetCells, type SheetCell } from '../../../knowledge/reading/office/sheetCells.ts'
import type { Cell } from '../../cells.ts'

export interface SheetLookups {
  strings: readonly string[]
  formats: CellFormats
  /** True if the workbook counts days from 1904. */
  is1904: boolean
}

/** Rows are encoded once so many characters have gathered. */
const pieceLength = 1_000_000

/**
 * Reads the rows of a sheet as lines of JSON, from the first that has a value to the last. Hidden
 * rows and columns are read as well, and counted. Errors: tableTooLarge.
 */
export async function readSheetRows(
  archive: Archive,
  part: string,
  lookups: SheetLookups,
): Promise<{ rows: Uint8Array; notes: TableNotes }> {
  const lines = createLines()
  const hidden = createHiddenCount()
  let cells: Cell[] = []
  let emptyFormulas = 0
  let number = 0
  /** The number of the last row with a value; 0 before the first. */
  let lastNumber = 0

  await readSheetCells(archive, part, lookups.strings, {
    open: (name, attribute) => hidden.open(name, attribute),
    row(at) {
      cells = []
      number = at
    },
    cell(cell) {
      const value = toCell(cell, lookups)
      if (value === '') {
        if (cell.hasFormula && cell.value === '') emptyFormulas += 1
        return
      }
      if (cell.column >= maxTableColumns) throw tooLarge()
      while (cells.length < cell.column) cells.push('')
      cells[cell.column] = value
      hidden.note(cell.column)
    },
    endRow() {
      if (cells.length === 0) return
      // Rows that the file leaves out have no value, but they are rows.
      const gap = lastNumber === 0 ? 0 : number - lastNumber - 1
      for (let at = 0; at < gap; at += 1) lines.add('[]')
      lines.add(JSON.stringify(cells))
      lastNumber = number
    },
  })
  return { rows: lines.end(), notes: { ...hidden.counts(), emptyFormulas } }
}

/** Returns a cell's value: a text as it is, a number with its format. Empty if nothing is shown. */
function toCell(cell: SheetCell, { formats, is1904 }: SheetLookups): Cell {
  const shown = cellText(cell, formats)
  if (cell.type === 'b') return { shown, boolean: cell.value === '1' }
  const number = Number(cell.value)
  if (cell.type !== 'n' || cell.value.trim() === '' || !Number.isFinite(number)) return shown
  const format = formats.code(cell.style)
  const isDay = is1904 && showsDay(format)
  return { shown, number: isDay ? number + daysTo1904 : number, format }
}

/** Collects lines as UTF-8. Errors: tableTooLarge. */
function createLines() {
  const encoder = new TextEncoder()
  const pieces: Uint8Array[] = []
  let gathered: string[] = []
  let length = 0
  let bytes = 0
  let rows = 0

  function encode(): void {
    const piece = encoder.encode(gathered.join(''))
    pieces.push(piece)
    bytes += piece.byteLength
    if (bytes > maxTableBytes) throw tooLarge()
    gathered = []
    length = 0
  }

  return {
    add(line: string): void {
      rows += 1
      // One more: the first has the titles.
      if (rows > maxTableRows + 1) throw tooLarge()
      gathered.push(line, '\n')
      length += line.length + 1
      if (length > pieceLength) encode()
    },
    end(): Uint8Array {
      encode()
      return Buffer.concat(pieces)
    },
  }
}

/** Counts the hidden rows and columns that have a value. */
function createHiddenCount() {
  const hiddenColumns = new Set<number>()
  const columns = new Set<number>()
  let isRowHidden = false
  let isRowCounted = false
  let rows = 0
  return {
    open(name: string, attribute: XmlElement['attribute']): void {
      if (name === 'row') {
        isRowHidden = isTrue(attribute('hidden'))
        isRowCounted = false
      } else if (name === 'col' && isTrue(attribute('hidden'))) {
        const last = Math.min(Number(attribute('max')), maxTableColumns)
        for (let at = Number(attribute('min')); at <= last; at += 1) hiddenColumns.add(at - 1)
      }
    },
    note(column: number): void {
      if (hiddenColumns.has(column)) columns.add(column)
      if (isRowHidden && !isRowCounted) rows += 1
      isRowCounted = true
    },
    counts: () => ({ hiddenRows: rows, hiddenColumns: columns.size }),
  }
}

function tooLarge(): AppError {
  return new AppError('tableTooLarge', 'The sheet has too many rows, columns or characters')
}
