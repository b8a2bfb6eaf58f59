import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import { AppError } from '../../../shared/errors.ts'
import type { SourceFile } from './documentTask.ts'

/** A larger file is not read: its text would be too long, or its pictures too many. */
export const documentBytesMaximum = 150_000_000

/**
 * Returns the bytes of a source. Only a regular file is read, never a pipe or a device, which have
 * no end. Errors: sourceMissing, documentTooLarge, unreadable.
 */
export function readBytes(from: SourceFile['from']): Uint8Array {
  if ('bytes' in from) return withinLimit(from.bytes.byteLength) && from.bytes
  const file = open(from.path)
  try {
    const stats = fstatSync(file)
    if (!stats.isFile()) throw new AppError('unreadable', 'It is no regular file')
    withinLimit(stats.size)
    const bytes = Buffer.allocUnsafeSlow(stats.size)
    let filled = 0
    while (filled < bytes.byteLength) {
      const read = readSync(file, bytes, filled, bytes.byteLength - filled, filled)
      if (read === 0) break
      filled += read
    }
    return bytes.subarray(0, filled)
  } finally {
    closeSync(file)
  }
}

function open(path: string): number {
  try {
    // Opening a pipe would otherwise wait for its writer.
    return openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : ''
    if (code === 'ENOENT' || code === 'ENOTDIR') {
      throw new AppError('sourceMissing', 'The file is not there', {}, error)
    }
    throw new AppError('unreadable', `The file can't be opened: ${String(code)}`, {}, error)
  }
}

function withinLimit(size: number): true {
  if (size <= documentBytesMaximum) return true
  throw new AppError('documentTooLarge', 'The file is too large')
}
