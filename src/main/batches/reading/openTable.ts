import { readFile, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { TableNotes } from '../../../shared/batches/batches.ts'
import { AppError } from '../../../shared/errors.ts'
import { maxTableBytes } from '../../../shared/limits.ts'
import { decodeExactly } from '../../knowledge/reading/decodeText.ts'
import { runTask } from '../../workers/runTask.ts'
import { createCellsReader } from './cellsReader.ts'
import { createCsvReader } from './csvReader.ts'
import { createJsonLinesReader } from './jsonLinesReader.ts'
import type { TableReader } from './tableReader.ts'
import { workbookTask } from './workbook/workbookTask.ts'

/** A table that can be read, or the sheets of a workbook of which one has to be chosen. */
export type OpenedTable = { reader: TableReader; notes: TableNotes | null } | { sheets: string[] }

export interface OpenOptions {
  /** The thread that reads workbooks, `workbookWorker.ts`. */
  workbookEntry: string | URL
  /** The sheet of a workbook that the user has chosen. */
  sheet?: string
}

/**
 * Opens a file of values between marks, or of JSON lines, in any encoding, or a sheet of a workbook.
 * Errors: tableUnreadable, tableTooLarge; for a workbook also documentEncrypted, documentDamaged and
 * tooHeavy.
 */
export async function openTable(
  path: string,
  { workbookEntry, sheet }: OpenOptions,
): Promise<OpenedTable> {
  const bytes = await readBytes(path)
  if (isArchive(bytes)) return openWorkbook(workbookEntry, path, sheet ?? null)
  const text = (await decodeUtf8(bytes)) ?? (await decodeExactly(bytes))?.text.toWellFormed() ?? ''
  if (text.trim() === '') throw unreadable()
  const create = text.trimStart().startsWith('{') ? createJsonLinesReader : createCsvReader
  return { reader: create(text), notes: null }
}

async function openWorkbook(
  entry: string | URL,
  path: string,
  sheet: string | null,
): Promise<OpenedTable> {
  const options = { limits: workbookLimits, subject: basename(path) }
  const read = await runTask(entry, workbookTask, { path, sheet }, options)
  if ('sheets' in read) return read
  const text = (await decodeUtf8(read.rows)) ?? ''
  if (text === '') throw unreadable()
  return { reader: createCellsReader(text), notes: read.notes }
}

/** A workbook is a zip archive. */
function isArchive(bytes: Uint8Array): boolean {
  return Buffer.from('PK\u0003\u0004').equals(bytes.subarray(0, 4))
}

/** Far beyond what a sheet within the limits of a table takes. */
const workbookLimits = {
  milliseconds: 2 * 60_000,
  megabytes: 400,
  answerBytes: maxTableBytes + 1_000_000,
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
