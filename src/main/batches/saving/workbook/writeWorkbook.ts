import { Zip, ZipDeflate } from 'fflate'
import type { Cell } from '../../cells.ts'
import { cellXml, columnLetters, type StyleFor } from './sheetXml.ts'
import { sheetEnd, sheetPath, sheetStart, workbookParts } from './workbookParts.ts'

export interface SheetRow {
  /** The user's name for the row, for errors. */
  name: string
  cells: readonly Cell[]
}

const encoder = new TextEncoder()

/**
 * Yields the bytes of an Excel workbook with one sheet. Texts stay texts: none becomes a number or a
 * formula. Errors: tableCellTooLong, with the row's name as its subject.
 */
export async function* writeWorkbook(
  slices: AsyncIterable<readonly SheetRow[]>,
): AsyncGenerator<Uint8Array> {
  const archive = createArchive()
  const formats: string[] = []
  const styles = new Map<string, number>([['General', 0]])
  const styleFor: StyleFor = (format) => {
    const known = styles.get(format)
    if (known !== undefined) return known
    const style = formats.push(format)
    styles.set(format, style)
    return style
  }
  let number = 0

  const sheet = archive.begin(sheetPath)
  sheet.write(sheetStart)
  for await (const rows of slices) {
    const lines = rows.map(({ name, cells }) => {
      number += 1
      const row = String(number)
      const inside = cells.map((cell, column) =>
        cellXml(cell, `${columnLetters(column)}${row}`, name, styleFor),
      )
      return `<row r="${row}">${inside.join('')}</row>`
    })
    sheet.write(lines.join(''))
    yield* archive.takeBytes()
  }
  sheet.end(sheetEnd)
  for (const [path, content] of Object.entries(workbookParts(formats))) {
    archive.begin(path).end(content)
  }
  archive.end()
  yield* archive.takeBytes()
}

/** A zip archive that is written piece by piece, one file after the other. */
function createArchive() {
  let ready: Uint8Array[] = []
  let failure: Error | undefined
  const zip = new Zip((error, bytes) => {
    if (error) failure ??= error
    else ready.push(bytes)
  })
  return {
    begin(path: string) {
      const file = new ZipDeflate(path, { level: 6 })
      zip.add(file)
      return {
        write: (text: string): void => file.push(encoder.encode(text)),
        end: (text: string): void => file.push(encoder.encode(text), true),
      }
    },
    end: (): void => zip.end(),
    /** Returns the bytes that are finished so far, once. */
    takeBytes(): Uint8Array[] {
      if (failure) throw failure
      const taken = ready
      ready = []
      return taken
    },
  }
}
