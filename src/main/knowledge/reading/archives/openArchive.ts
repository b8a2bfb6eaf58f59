import { Readable } from 'node:stream'
import yauzl from 'yauzl'
import { AppError } from '../../../../shared/errors.ts'
import type { SourceBytes } from '../sourceBytes.ts'
import { withWholeEnd } from './wholeEnd.ts'

/** A zip archive, of which single files are read. Nothing of it is ever written to disk. */
export interface Archive {
  has: (name: string) => boolean
  /** Returns the names of all files, in the order of the archive's directory. */
  names: () => readonly string[]
  /**
   * Inflates a file piece by piece. Missing files are empty. Errors: documentTooLarge when all that
   * was inflated so far is too much; documentDamaged.
   */
  pieces: (name: string) => AsyncGenerator<Uint8Array>
  /** Returns a whole file as text in UTF-8. */
  text: (name: string) => Promise<string>
  close: () => void
}

/** Limit for all files of an archive together, counted while inflating: declared sizes can lie. */
const maxInflatedBytes = 150_000_000
const maxEntries = 50_000
const maxTextBytes = 20_000_000
const pieceBytes = 64 * 1024

/** Opens an archive and reads its directory. Errors: documentDamaged. */
export async function openArchive(given: SourceBytes): Promise<Archive> {
  const source = withWholeEnd(given)
  const entries = new Map<string, yauzl.Entry>()
  const archive = await guarded(() =>
    yauzl.fromRandomAccessReaderPromise(new SourceReader(source), source.length, {
      // Some programs divide names by a backslash. A name that leads out is refused all the same.
      strictFileNames: false,
      validateEntrySizes: true,
      autoClose: false,
    }),
  )
  await guarded(async () => {
    for await (const entry of archive.eachEntry()) {
      if (entries.size >= maxEntries) throw new AppError('documentTooLarge', 'Too many files')
      entries.set(entry.fileName, entry)
    }
  })
  let inflated = 0

  async function* pieces(name: string): AsyncGenerator<Uint8Array> {
    const entry = entries.get(name)
    if (!entry) return
    if (entry.isEncrypted()) throw new AppError('documentEncrypted', 'It needs a password')
    const stream = await guarded(() => archive.openReadStreamPromise(entry))
    try {
      for await (const piece of stream as AsyncIterable<Uint8Array>) {
        inflated += piece.byteLength
        if (inflated > maxInflatedBytes) {
          throw new AppError('documentTooLarge', 'It inflates to too much')
        }
        yield piece
      }
    } catch (error) {
      throw error instanceof AppError ? error : damaged(error)
    } finally {
      stream.destroy()
    }
  }

  return {
    has: (name) => entries.has(name),
    names: () => [...entries.keys()],
    pieces,
    async text(name) {
      const parts: Uint8Array[] = []
      let length = 0
      for await (const piece of pieces(name)) {
        length += piece.byteLength
        if (length > maxTextBytes) throw new AppError('documentTooLarge', 'A part is too large')
        parts.push(piece)
      }
      return new TextDecoder().decode(Buffer.concat(parts))
    },
    close: () => archive.close(),
  }
}

/** Lets yauzl read where it likes. */
class SourceReader extends yauzl.RandomAccessReader {
  readonly source: SourceBytes

  constructor(source: SourceBytes) {
    super()
    this.source = source
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(ranges(this.source, start, end))
  }
}

function* ranges(source: SourceBytes, start: number, end: number): Generator<Buffer> {
  for (let at = start; at < end; at += pieceBytes) {
    const piece = Buffer.allocUnsafe(Math.min(pieceBytes, end - at))
    const length = source.read(at, piece)
    if (length === 0) return
    yield piece.subarray(0, length)
  }
}

async function guarded<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof AppError ? error : damaged(error)
  }
}

function damaged(cause: unknown): AppError {
  return new AppError('documentDamaged', 'The archive is damaged', {}, cause)
}
