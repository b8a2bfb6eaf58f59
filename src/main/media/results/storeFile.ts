import { AppError } from '../../../shared/errors.ts'
import type { MediaKind } from '../../../shared/media/mediaForm.ts'
import { isCut } from '../../pictures/files/isCut.ts'
import { detectMediaType, headBytes } from '../../pictures/files/mediaType.ts'
import { isNearbyName, type HostRule } from '../../network/hostRule.ts'
import type { Blobs, BlobWriter } from '../../storage/blobs.ts'
import type { Measure } from '../measuring/createMeasuring.ts'
import type { ProducedFile } from '../mediaProvider.ts'
import { downloadResult } from './downloadResult.ts'
import { isSvg } from '../../pictures/files/isSvg.ts'
import { onlyOrigin, ownAddress } from './ownAddress.ts'
import { readDimensions, type Dimensions } from '../../pictures/sizes/readDimensions.ts'

/** A file that is on the disk under its hash. */
export interface StoredFile extends Dimensions {
  fileId: string
  kind: MediaKind
  mediaType: string
  sizeBytes: number
  /** Null for a picture, or if the file does not tell. */
  durationMilliseconds: number | null
  /** True if the end of the file is missing. */
  cut: boolean
}

/**
 * Stores a file of a result. What lies at the service's own `origin`, which the user has set up, is
 * fetched from there, whatever machine that is; anything else from the allowed hosts. A file whose
 * end is missing is fetched once more, and kept as it is if that brings no more. Errors: mediaUnusable if it is neither picture, video nor sound,
 * mediaExpired, diskFull, filesFull, those of a request.
 */
export type StoreFile = (
  file: ProducedFile,
  signal: AbortSignal,
  origin?: string,
) => Promise<StoredFile>

const megabyte = 1024 * 1024
const maxBytes: Readonly<Record<MediaKind, number>> = {
  image: 64 * megabyte,
  audio: 256 * megabyte,
  video: 2048 * megabyte,
}

export interface StoreFileOptions {
  blobs: Blobs
  /** The hosts that results may be fetched from. */
  pages: HostRule
  measure: Measure
}

export function createStoreFile({ blobs, pages: given, measure }: StoreFileOptions): StoreFile {
  const pages: HostRule = { ...given, refusal: 'mediaUnusable' }
  return async (file, signal, origin) => {
    const stored = await checked(await storePieces(blobs, piecesOf(file)))
    const isFetched = 'url' in file && !file.url.startsWith('data:')
    const again = stored.cut && isFetched ? await storeAgain() : undefined
    const kept = again && !again.cut ? again : stored
    return kept.kind === 'image' ? kept : withMeasures(kept, signal)

    /**
     * Fetches a truncated file once more; `undefined` if that fails, so that the first one stays.
     */
    function storeAgain(): Promise<StoredFile | undefined> {
      return storePieces(blobs, piecesOf(file))
        .then(checked)
        .catch(() => undefined)
    }

    function piecesOf(produced: ProducedFile) {
      if ('bytes' in produced) return [produced.bytes]
      if (produced.url.startsWith('data:')) return [bytesOfDataUrl(produced.url)]
      const { folder } = blobs
      const own = origin === undefined ? undefined : ownAddress(produced.url, origin)
      // A public address is fetched like any other, and may redirect to other hosts.
      return own === undefined || origin === undefined || isPublic(own, pages)
        ? downloadResult(produced.url, { pages, signal, folder })
        : downloadResult(own, { pages: onlyOrigin(origin), signal, folder })
    }
  }

  /** A file that can't be checked is a result all the same. */
  async function checked(stored: StoredFile): Promise<StoredFile> {
    const { fileId, mediaType } = stored
    return { ...stored, cut: await isCut(blobs.path(fileId), mediaType).catch(() => false) }
  }

  /** A file that can't be measured is a result all the same. */
  async function withMeasures(stored: StoredFile, signal: AbortSignal): Promise<StoredFile> {
    const measures = await measure(blobs.path(stored.fileId), signal)
    if (!measures) return stored
    const { hasVideo, width, height, durationMilliseconds } = measures
    if (hasVideo) return { ...stored, width, height, durationMilliseconds }
    // Sound in a file for videos looks like a video by its first bytes.
    const mediaType = stored.mediaType.replace(/^video\//, 'audio/')
    return { ...stored, kind: 'audio', mediaType, durationMilliseconds }
  }
}

/** A service on the internet may lead on to where it keeps its files. */
function isPublic(address: string, pages: HostRule): boolean {
  const url = new URL(address)
  return !isNearbyName(url) && pages.allowsHost(url)
}

/** Writes the pieces of a file as they come. Nothing is left of a file that is refused. */
async function storePieces(
  blobs: Blobs,
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<StoredFile> {
  const writer = await blobs.create()
  try {
    return await write(writer, pieces)
  } catch (error) {
    await writer.discard()
    throw error
  }
}

async function write(
  writer: BlobWriter,
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<StoredFile> {
  let head = Buffer.alloc(0)
  let type: FileType | undefined
  let sizeBytes = 0
  for await (const piece of pieces) {
    sizeBytes += piece.byteLength
    if (head.length < headBytes) head = Buffer.concat([head, piece]).subarray(0, headBytes)
    if (head.length === headBytes) type ??= await typeOf(head)
    if (sizeBytes > maxBytes[type?.kind ?? 'video']) {
      throw new AppError('mediaUnusable', 'The file is too large', { subject: type?.mediaType })
    }
    await writer.append(piece)
  }
  type ??= await typeOf(head)
  const { id: fileId } = await writer.finish()
  const { width, height } = readDimensions(head, type.mediaType)
  return { fileId, ...type, sizeBytes, width, height, durationMilliseconds: null, cut: false }
}

interface FileType {
  kind: MediaKind
  mediaType: string
}

/** Tells a file's type by its bytes: what a server calls it proves nothing. */
async function typeOf(head: Uint8Array): Promise<FileType> {
  const found = await detectMediaType(head, '')
  const mediaType = found.startsWith('text/') && isSvg(head) ? 'image/svg+xml' : found
  const kind = /^(image|video|audio)\//.exec(mediaType)?.[1]
  if (kind === 'image' || kind === 'video' || kind === 'audio') return { kind, mediaType }
  throw new AppError('mediaUnusable', `The result is ${found}`, { subject: found })
}

/** Returns the bytes within a `data:` address. Errors: mediaUnusable. */
export function bytesOfDataUrl(url: string): Uint8Array {
  const [, encoding, data] = /^data:[^,]*?(;base64)?,(.*)$/s.exec(url) ?? []
  if (data === undefined) throw new AppError('mediaUnusable', 'The result is no data address')
  return encoding ? Buffer.from(data, 'base64') : Buffer.from(decodeURIComponent(data))
}
