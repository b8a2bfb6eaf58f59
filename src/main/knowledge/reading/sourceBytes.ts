import { createHash } from 'node:crypto'
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import { AppError } from '../../../shared/errors.ts'
import { placeOfOpenFile } from '../../storage/withinFolder.ts'
import type { SourceFile } from './documentTask.ts'

/** The bytes of a source, read where they are needed: a long file is never whole in memory. */
export interface SourceBytes {
  length: number
  /** Fills a buffer from a position. Returns how many bytes there were. */
  read: (position: number, into: Uint8Array) => number
  /** Returns the SHA-256 hash of all bytes. */
  hash: () => string
  close: () => void
}

/** A larger file is not read: its text would be too long, or its pictures too many. */
const maxSourceBytes = 1_000_000_000
/** More text than this is cut off. */
const maxTextBytes = 24_000_000
const pieceBytes = 1024 * 1024

/** Number of times to open a file that was replaced while it was being opened. */
const maxTries = 3

/** Thrown for a file that a link outside of its folder leads to. */
export class OutsideFolder extends AppError {
  constructor() {
    super('unreadable', 'A link leads out of the folder')
  }
}

/**
 * Opens a source. Only a regular file is read, never a pipe or a device, which have no end, and none
 * outside of its folder. Errors: OutsideFolder, sourceMissing, documentTooLarge, unreadable.
 */
export function openSource(from: SourceFile['from']): SourceBytes {
  return 'bytes' in from ? givenBytes(from.bytes) : fileBytes(from.path, from.folder)
}

/** Returns the bytes of a source that are text, or the first of them where that is too much. */
export function firstBytes(source: SourceBytes): Uint8Array {
  const bytes = Buffer.allocUnsafeSlow(Math.min(source.length, maxTextBytes))
  return bytes.subarray(0, source.read(0, bytes))
}

function givenBytes(bytes: Uint8Array): SourceBytes {
  return {
    length: bytes.byteLength,
    read(position, into) {
      const part = bytes.subarray(position, position + into.byteLength)
      into.set(part)
      return part.byteLength
    },
    hash: () => createHash('sha256').update(bytes).digest('hex'),
    close: () => undefined,
  }
}

function fileBytes(path: string, folder: string | null): SourceBytes {
  const file = folder === null ? open(path) : openWithin(path, folder)
  const close = (): void => closeSync(file)
  try {
    const stats = fstatSync(file)
    if (!stats.isFile()) throw new AppError('unreadable', 'It is no regular file')
    if (stats.size > maxSourceBytes) throw tooLarge()
    return {
      length: stats.size,
      read: (position, into) => fill(file, position, into),
      hash: () => hash(file),
      close,
    }
  } catch (error) {
    close()
    throw error
  }
}

function openWithin(path: string, folder: string): number {
  for (let tries = 1; tries <= maxTries; tries += 1) {
    const file = open(path)
    try {
      const place = placeOfOpenFile(file, path, folder)
      if (place === 'within') return file
      if (place === 'outside') throw new OutsideFolder()
    } catch (error) {
      closeSync(file)
      throw error instanceof AppError ? error : unopened(error)
    }
    closeSync(file)
  }
  throw new AppError('unreadable', 'It is replaced all the time')
}

function fill(file: number, position: number, into: Uint8Array): number {
  let filled = 0
  while (filled < into.byteLength) {
    const read = readSync(file, into, filled, into.byteLength - filled, position + filled)
    if (read === 0) break
    filled += read
  }
  return filled
}

function hash(file: number): string {
  const hashed = createHash('sha256')
  const piece = Buffer.allocUnsafe(pieceBytes)
  for (let at = 0; ; at += pieceBytes) {
    const length = fill(file, at, piece)
    hashed.update(piece.subarray(0, length))
    if (length < pieceBytes) return hashed.digest('hex')
  }
}

function open(path: string): number {
  try {
    // Opening a pipe would otherwise wait for its writer.
    return openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  } catch (error) {
    throw unopened(error)
  }
}

function unopened(error: unknown): AppError {
  const code = error instanceof Error && 'code' in error ? error.code : ''
  if (code === 'ENOENT' || code === 'ENOTDIR') {
    return new AppError('sourceMissing', 'The file is not there', {}, error)
  }
  return new AppError('unreadable', `The file can't be opened: ${String(code)}`, {}, error)
}

function tooLarge(): AppError {
  return new AppError('documentTooLarge', 'The file is too large')
}
