import { readFile, stat } from 'node:fs/promises'
import { setImmediate } from 'node:timers/promises'
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
  const text = (await decodeUtf8(bytes)) ?? (await decodeExactly(bytes))?.text.toWellFormed() ?? ''
  if (text.trim() === '') throw unreadable()
  return text.trimStart().startsWith('{') ? createJsonLinesReader(text) : createCsvReader(text)
}

/** Decoded at a time: some milliseconds of work. */
const pieceBytes = 512 * 1024

/** Decodes UTF-8, and lets main's other work come between. Undefined for any other text. */
async function decodeUtf8(bytes: Uint8Array): Promise<string | undefined> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const pieces: string[] = []
  try {
    for (let at = 0; at < bytes.length; at += pieceBytes) {
      const piece = bytes.subarray(at, at + pieceBytes)
      // UTF-16 has them, and so do files that are no text.
      if (piece.includes(0)) return undefined
      pieces.push(decoder.decode(piece, { stream: true }))
      await setImmediate()
    }
    return pieces.join('') + decoder.decode()
  } catch {
    return undefined
  }
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
