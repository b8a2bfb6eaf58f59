import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { translateStorageError } from './translateStorageError.ts'

/**
 * Writes a file beside its place, and puts it there once it is whole. Errors: diskFull,
 * folderReadOnly, those of the pieces.
 */
export async function writeWhole(
  path: string,
  pieces: Readable | AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<void> {
  const unfinished = join(dirname(path), `.${basename(path)}.${randomUUID()}.part`)
  try {
    const source = pieces instanceof Readable ? pieces : Readable.from(pieces)
    await pipeline(source, createWriteStream(unfinished, { flush: true }))
    await rename(unfinished, path)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw translateStorageError(error, path)
  }
}
