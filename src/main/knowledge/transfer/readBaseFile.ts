import { createHash } from 'node:crypto'
import { open, stat, type FileHandle } from 'node:fs/promises'
import { basename } from 'node:path'
import { AppError } from '../../../shared/errors.ts'
import {
  baseFileVersion,
  maxBodyBytes,
  firstLine,
  firstLinePattern,
  hashBytes,
  maxHeadBytes,
  lengthsBytes,
  parseHead,
  pieceBytes,
  type Frame,
} from './baseFile.ts'

/** The file of a base, open to be read. Errors of its methods: unreadable, exportTooNew, aborted. */
export interface BaseFile {
  sizeBytes: number
  /** Compares the whole file with the hash at its end. */
  verify: (signal?: AbortSignal) => Promise<void>
  /** Yields the frames in order, with the place behind each. */
  frames: () => AsyncGenerator<Frame & { at: number }>
}

/** Opens the file of a base for as long as the work takes. Errors: unreadable, exportTooNew. */
export async function withBaseFile<T>(
  path: string,
  work: (file: BaseFile) => Promise<T>,
): Promise<T> {
  const subject = basename(path)
  const fail = (message: string, cause?: unknown): AppError =>
    new AppError('unreadable', message, { subject }, cause)
  // Opening a pipe would block until somebody writes into it.
  const found = await stat(path).catch(() => undefined)
  if (!found?.isFile()) throw fail('There is no such file')
  const handle = await open(path, 'r').catch((error: unknown) => {
    throw fail('It can not be opened', error)
  })
  try {
    const { size: sizeBytes } = found
    const read = (at: number, length: number): Promise<Uint8Array> => readAt(handle, at, length)
    await checkVersion(read, sizeBytes, subject)
    return await work({
      sizeBytes,
      async verify(signal) {
        if (!(await hasItsHash(read, sizeBytes, signal))) throw fail('It is not what was written')
      },
      frames: () => frames(read, sizeBytes - hashBytes),
    })
  } catch (error) {
    // The store refuses vectors that are none: to the user that is damage like any other.
    if (error instanceof AppError && error.code !== 'badInput') throw error
    throw fail('It is no base, or damaged', error)
  } finally {
    await handle.close()
  }
}

type Read = (at: number, length: number) => Promise<Uint8Array>

async function readAt(handle: FileHandle, at: number, length: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(length)
  for (let done = 0; done < length;) {
    const { bytesRead } = await handle.read(bytes, done, length - done, at + done)
    if (bytesRead === 0) throw new Error('It ends too early')
    done += bytesRead
  }
  return bytes
}

async function checkVersion(read: Read, sizeBytes: number, subject: string): Promise<void> {
  const line = new TextDecoder().decode(await read(0, Math.min(sizeBytes, firstLine.length + 8)))
  const version = firstLinePattern.exec(line)?.groups?.['version']
  if (version === undefined) throw new Error('It does not begin as a base does')
  if (Number(version) > baseFileVersion) {
    throw new AppError('exportTooNew', 'A newer Parley has written it', { subject })
  }
}

async function hasItsHash(
  read: Read,
  sizeBytes: number,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const end = sizeBytes - hashBytes
  const hash = createHash('sha256')
  for (let at = 0; at < end; at += pieceBytes) {
    if (signal?.aborted) throw new AppError('aborted', 'The import was stopped')
    hash.update(await read(at, Math.min(pieceBytes, end - at)))
  }
  return end > 0 && hash.digest().equals(await read(end, hashBytes))
}

async function* frames(read: Read, end: number): AsyncGenerator<Frame & { at: number }> {
  for (let at = firstLine.length; at < end;) {
    const lengths = new DataView((await read(at, lengthsBytes)).buffer)
    const headLength = lengths.getUint32(0, true)
    const bodyLength = lengths.getUint32(4, true)
    const after = at + lengthsBytes + headLength + bodyLength
    const isTooLong = headLength > maxHeadBytes || bodyLength > maxBodyBytes
    if (isTooLong || after > end) throw new Error('A frame is longer than it may be')
    const head = parseHead(await read(at + lengthsBytes, headLength))
    const body = await read(at + lengthsBytes + headLength, bodyLength)
    at = after
    yield { head, body, at }
  }
}
