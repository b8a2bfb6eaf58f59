import { readFile, stat } from 'node:fs/promises'
import { AppError } from '../../../shared/errors.ts'
import { maxTableBytes } from '../../../shared/limits.ts'
import { decodeExactly } from '../../knowledge/reading/decodeText.ts'
import { createCsvReader } from './csvReader.ts'
import { createJsonLinesReader } from './jsonLinesReader.ts'
import type { TableReader } from './tableReader.ts'

/**
 * Opens a file of values between marks, or of JSON lines, in any encoding. Errors: tableUnreadable,
 * tableTooLarge.
 */
export async function openTable(path: string): Promise<TableReader> {
  const bytes = await readBytes(path)
  const decoded = await decodeExactly(bytes)
  const text = decoded?.text.toWellFormed() ?? ''
  if (text.trim() === '') throw unreadable()
  return text.trimStart().startsWith('{') ? createJsonLinesReader(text) : createCsvReader(text)
}

async function readBytes(path: string): Promise<Uint8Array> {
  try {
    if ((await stat(path)).size > maxTableBytes) {
      throw new AppError('tableTooLarge', 'The file is too large')
    }
    return await readFile(path)
  } catch (error) {
    throw error instanceof AppError ? error : unreadable(error)
  }
}

function unreadable(cause?: unknown): AppError {
  return new AppError('tableUnreadable', 'The file has no text that can be read', {}, cause)
}
