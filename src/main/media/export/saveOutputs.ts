import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { makeZip } from 'client-zip'
import { AppError } from '../../../shared/errors.ts'
import { isEditablePicture } from '../../../shared/fileFormats.ts'
import type { MediaJob, MediaOutput } from '../../../shared/media/media.ts'
import type { Blobs } from '../../storage/blobs.ts'
import { writeWhole } from '../../storage/writeWhole.ts'
import { outputFileName } from '../../../shared/media/outputFileName.ts'
import { embedSettings } from './embedSettings.ts'
import { settingsOf } from './settingsOf.ts'
import { stripMetadata } from '../../pictures/metadata/stripMetadata.ts'

export type SaveAs = 'original' | 'withPrompt' | 'withoutMetadata'

export interface SavedOutput {
  output: MediaOutput
  job: MediaJob
}

export interface SaveOptions {
  blobs: Pick<Blobs, 'has' | 'path' | 'read'>
  /** Asks the user where to; null for nowhere. */
  choosePlace: (name: string) => Promise<string | null>
}

/** The zip's list of what its files were made with. */
const listName = 'parley.json'

/** The outcome of saving: whether a file was written, and how many outputs it lacks. */
export interface Saved {
  saved: boolean
  missing: number
}

/**
 * Saves outputs where the user wants them: one as a file, several as a zip with a list of their
 * settings, which a zip without metadata lacks. Outputs whose file is gone are left out of a zip.
 * Errors: notSupported for a file that can't carry a prompt, or whose metadata can't be taken away;
 * mediaMissing if no file is there, diskFull, folderReadOnly.
 */
export async function saveOutputs(
  wanted: readonly SavedOutput[],
  as: SaveAs,
  { blobs, choosePlace }: SaveOptions,
): Promise<Saved> {
  const there = wanted.filter(({ output }) => blobs.has(output.fileId))
  const missing = wanted.length - there.length
  const [first] = there
  if (!first) throw new AppError('mediaMissing', 'The file is gone')
  if (wanted.length === 1) {
    // Converted before the user chooses a path, so that a format that fails is reported first.
    const bytes = as === 'original' ? undefined : await readAs(first, as, blobs)
    const path = await choosePlace(outputFileName(first.output))
    if (path === null) return { saved: false, missing: 0 }
    await writeWhole(path, bytes ? [bytes] : createReadStream(blobs.path(first.output.fileId)))
    return { saved: true, missing }
  }
  const kept =
    as === 'withoutMetadata' && there.find(({ output }) => !isEditablePicture(output.mediaType))
  if (kept) throw notSupported(kept.output)
  const path = await choosePlace('Parley.zip')
  if (path === null) return { saved: false, missing: 0 }
  const reading = new AbortController()
  try {
    // Pictures are packed already: the zip stores them as they are.
    await writeWhole(path, makeZip(zipped(there, as, { blobs, signal: reading.signal })))
  } finally {
    // A zip that fails leaves the file open that it was reading.
    reading.abort()
  }
  return { saved: true, missing }
}

interface ZippedFile {
  name: string
  lastModified?: number
  input: Uint8Array | Readable | string
}

async function* zipped(
  saved: readonly SavedOutput[],
  as: SaveAs,
  { blobs, signal }: Pick<SaveOptions, 'blobs'> & { signal: AbortSignal },
): AsyncGenerator<ZippedFile> {
  const names = new Set([listName])
  const list: object[] = []
  for (const each of saved) {
    const { output, job } = each
    const name = freeName(outputFileName(output), names)
    const { createdAt, fileId } = output
    list.push({ name, createdAt: new Date(createdAt).toISOString(), ...settingsOf(output, job) })
    const bytes =
      as === 'original' ? undefined : await readAs(each, as, blobs).catch(withoutSupport(as))
    const input = bytes ?? createReadStream(blobs.path(fileId), { signal })
    yield { name, lastModified: createdAt, input }
  }
  // The list has the prompts, which is what a file without metadata must not tell.
  if (as === 'withoutMetadata') return
  yield { name: listName, input: `${JSON.stringify(list, undefined, 2)}\n` }
}

/** In a zip, a video that can't carry its prompt is there as it is: the list has the prompt. */
function withoutSupport(as: SaveAs): (error: unknown) => undefined {
  return (error) => {
    const isExpected = error instanceof AppError && error.code === 'notSupported'
    if (as === 'withPrompt' && isExpected) return undefined
    throw error
  }
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
  throw notSupported(output)
}

function notSupported({ mediaType }: MediaOutput): AppError {
  const subject = mediaType
  return new AppError('notSupported', 'Only PNG, JPEG and WebP can be saved so', { subject })
}
