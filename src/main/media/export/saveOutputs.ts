import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { AppError } from '../../../shared/errors.ts'
import type { MediaJob, MediaOutput } from '../../../shared/media.ts'
import type { Blobs } from '../../storage/blobs.ts'
import { translateStorageError } from '../../storage/translateStorageError.ts'
import { outputFileName } from '../../../shared/outputFileName.ts'
import { embedSettings } from './embedSettings.ts'
import { settingsOf } from './settingsOf.ts'
import { stripMetadata } from './stripMetadata.ts'
import { zipFiles, type ZippedFile } from './zipFiles.ts'

export type SaveAs = 'original' | 'withPrompt' | 'withoutMetadata'

export interface SavedOutput {
  output: MediaOutput
  job: MediaJob
}

export interface SaveOptions {
  blobs: Pick<Blobs, 'path' | 'read'>
  /** Asks the user where to; null for nowhere. */
  choosePlace: (name: string) => Promise<string | null>
}

/** The zip's list of what its files were made with. */
const listName = 'parley.json'

/**
 * Saves outputs where the user wants them: one as a file, several as a zip with a list of their
 * settings. Returns false if the user chose no place. Errors: notSupported for a file that can't
 * carry a prompt, attachmentMissing, diskFull, folderReadOnly.
 */
export async function saveOutputs(
  saved: readonly SavedOutput[],
  as: SaveAs,
  { blobs, choosePlace }: SaveOptions,
): Promise<boolean> {
  const [first] = saved
  if (!first) return false
  const bytesOf = ({ output, job }: SavedOutput) => readAs({ output, job }, as, blobs)
  if (saved.length === 1) {
    // What can't be saved so is told before the user chooses a place.
    const bytes = as === 'original' ? undefined : await bytesOf(first)
    const path = await choosePlace(outputFileName(first.output))
    if (path === null) return false
    await writeWhole(path, bytes ? [bytes] : createReadStream(blobs.path(first.output.fileId)))
    return true
  }
  const path = await choosePlace('Parley.zip')
  if (path === null) return false
  await writeWhole(path, zipFiles(zipped(saved, as, blobs)))
  return true
}

async function* zipped(
  saved: readonly SavedOutput[],
  as: SaveAs,
  blobs: SaveOptions['blobs'],
): AsyncGenerator<ZippedFile> {
  const names = new Set([listName])
  const list: object[] = []
  for (const each of saved) {
    const { output, job } = each
    const name = freeName(outputFileName(output), names)
    const { createdAt, fileId } = output
    list.push({ name, createdAt: new Date(createdAt).toISOString(), ...settingsOf(output, job) })
    const bytes =
      as === 'original' ? undefined : await readAs(each, as, blobs).catch(withoutSupport)
    yield {
      name,
      modifiedAt: createdAt,
      bytes: bytes ? [bytes] : createReadStream(blobs.path(fileId)),
    }
  }
  const text = `${JSON.stringify(list, undefined, 2)}\n`
  yield { name: listName, modifiedAt: Date.now(), bytes: [Buffer.from(text)] }
}

/** In a zip, a video that can't carry its prompt is there as it is: the list has the prompt. */
function withoutSupport(error: unknown): undefined {
  if (error instanceof AppError && error.code === 'notSupported') return undefined
  throw error
}

function freeName(name: string, taken: Set<string>): string {
  const dot = name.lastIndexOf('.')
  let free = name
  for (let number = 2; taken.has(free.toLowerCase()); number += 1) {
    free = `${name.slice(0, dot)} (${String(number)})${name.slice(dot)}`
  }
  taken.add(free.toLowerCase())
  return free
}

async function readAs(
  { output, job }: SavedOutput,
  as: SaveAs,
  blobs: SaveOptions['blobs'],
): Promise<Uint8Array> {
  const bytes = await blobs.read(output.fileId)
  if (as === 'original') return bytes
  const changed =
    as === 'withPrompt' ? embedSettings(bytes, settingsOf(output, job)) : stripMetadata(bytes)
  if (changed) return changed
  throw new AppError('notSupported', 'Only PNG, JPEG and WebP can be saved so', {
    subject: output.mediaType,
  })
}

/** Writes a file beside its place, and puts it there once it is whole. */
async function writeWhole(
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
