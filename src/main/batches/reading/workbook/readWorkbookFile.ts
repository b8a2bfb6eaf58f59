import type { z } from 'zod'
import { AppError } from '../../../../shared/errors.ts'
import { declaredMain } from '../../../knowledge/reading/archives/declaredMain.ts'
import { openArchive, type Archive } from '../../../knowledge/reading/archives/openArchive.ts'
import { readCellFormats } from '../../../knowledge/reading/office/cellFormats.ts'
import { readWorkbook } from '../../../knowledge/reading/office/readWorkbook.ts'
import { readSharedStrings } from '../../../knowledge/reading/office/sheetCells.ts'
import { openSource } from '../../../knowledge/reading/sourceBytes.ts'
import { readSheetRows } from './readSheetRows.ts'
import type { workbookTask } from './workbookTask.ts'

type Result = z.input<typeof workbookTask.output>

const usualMain = 'xl/workbook.xml'

/**
 * Reads a sheet of an Excel workbook, or names its sheets if there are several and none is given.
 * Hidden sheets are left out. Errors: tableUnreadable for any other file, tableTooLarge,
 * documentEncrypted, documentDamaged.
 */
export async function readWorkbookFile(path: string, sheet: string | null): Promise<Result> {
  const source = openSource({ path, folder: null })
  try {
    const archive = await openArchive(source)
    try {
      return await readArchive(archive, sheet)
    } finally {
      archive.close()
    }
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'documentTooLarge') throw error
    throw new AppError('tableTooLarge', error.message, {}, error)
  } finally {
    source.close()
  }
}

async function readArchive(archive: Archive, wanted: string | null): Promise<Result> {
  const main = archive.has(usualMain) ? usualMain : (await declaredMain(archive))?.name
  const { sheets, is1904 } = main
    ? await readWorkbook(archive, main)
    : { sheets: [], is1904: false }
  const [only, ...others] = sheets
  if (!only) throw unreadable('The archive has no sheet')
  if (wanted === null && others.length > 0) return { sheets: sheets.map(({ name }) => name) }
  const sheet = wanted === null ? only : sheets.find(({ name }) => name === wanted)
  if (!sheet) throw unreadable('The workbook has no such sheet')
  const strings = await readSharedStrings(archive)
  const formats = await readCellFormats(archive, is1904)
  return readSheetRows(archive, sheet.part, { strings, formats, is1904 })
}

function unreadable(message: string): AppError {
  return new AppError('tableUnreadable', message)
}
