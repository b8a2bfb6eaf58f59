import { createReadStream, mkdirSync } from 'node:fs'
import { open, readdir, rm, stat } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { bytesPerSample, sampleRate } from '../../../shared/speech/audio.ts'
import { AppError } from '../../../shared/errors.ts'
import { createSerialQueue } from '../../../shared/serialQueue.ts'
import { translateStorageError } from '../../storage/translateStorageError.ts'
import { wavHeader, wavHeaderBytes } from './wav.ts'

const suffix = '.pcm'
const namePattern = /^([0-9a-f-]{36})\.pcm$/
/**
 * The amount of sound that a loss of power may cost, besides what the system has not yet written.
 */
const syncedBytes = 2 * sampleRate * bytesPerSample

/** The file of a running recording. */
export interface RecordingWriter {
  /** Returns the number of samples in the file. */
  samples: () => number
  /**
   * Writes sound from the sample `offset`. Skips samples that are already there. When the promise
   * resolves, the system has the bytes. Errors: badInput for a gap, diskFull.
   */
  append: (offset: number, pcm: Uint8Array) => Promise<void>
  /** Waits for pending writes. */
  flush: () => Promise<void>
  close: () => Promise<void>
}

/** The sound files of recordings: raw samples, so that a file is valid wherever it ends. */
export interface RecordingFiles {
  create: (id: string) => Promise<RecordingWriter>
  /** Returns the number of samples; 0 without a file. */
  samples: (id: string) => Promise<number>
  /** Returns a part as a WAV file. Errors: recordingMissing. */
  readWav: (id: string, start: number, end: number) => Promise<Uint8Array<ArrayBuffer>>
  /** Streams the whole sound or a range. */
  stream: (id: string, range?: { start: number; end: number }) => Readable
  remove: (id: string) => Promise<void>
  /** Returns the ids of all files. */
  list: () => Promise<string[]>
  /** Returns the time of the last write, in milliseconds since 1970. */
  writtenAt: (id: string) => Promise<number>
}

export function createRecordingFiles(folder: string): RecordingFiles {
  const path = (id: string): string => join(folder, id + suffix)

  return {
    async create(id) {
      try {
        mkdirSync(folder, { recursive: true })
        return createWriter(await open(path(id), 'wx', 0o600), folder)
      } catch (error) {
        throw translateStorageError(error, folder)
      }
    },
    async samples(id) {
      const found = await stat(path(id)).catch(() => undefined)
      return Math.floor((found?.size ?? 0) / bytesPerSample)
    },
    async readWav(id, start, end) {
      const length = (end - start) * bytesPerSample
      const wav = Buffer.alloc(wavHeaderBytes + length)
      const file = await open(path(id), 'r').catch((error: unknown) => {
        throw new AppError('recordingMissing', 'The sound is gone', { subject: id }, error)
      })
      try {
        const { bytesRead } = await file.read(wav, wavHeaderBytes, length, start * bytesPerSample)
        wavHeader(bytesRead).copy(wav)
        return wav.subarray(0, wavHeaderBytes + bytesRead)
      } finally {
        await file.close()
      }
    },
    stream: (id, range) =>
      createReadStream(path(id), range && { start: range.start, end: range.end - 1 }),
    remove: (id) => rm(path(id), { force: true }),
    async list() {
      const names = await readdir(folder).catch(() => [])
      return names.flatMap((name) => namePattern.exec(name)?.[1] ?? [])
    },
    async writtenAt(id) {
      return Math.floor((await stat(path(id))).mtimeMs)
    },
  }
}

function createWriter(file: FileHandle, folder: string): RecordingWriter {
  let writtenBytes = 0
  let unsyncedBytes = 0
  const inTurn = createSerialQueue()
  let syncing = false

  async function write(offset: number, pcm: Uint8Array): Promise<void> {
    const begin = offset * bytesPerSample
    if (begin > writtenBytes) {
      throw new AppError('badInput', 'Sound is missing before this piece', { subject: 'offset' })
    }
    const bytes = pcm.subarray(writtenBytes - begin)
    try {
      for (let done = 0; done < bytes.length;) {
        const rest = bytes.length - done
        const { bytesWritten } = await file.write(bytes, done, rest, writtenBytes + done)
        done += bytesWritten
      }
    } catch (error) {
      throw translateStorageError(error, folder)
    }
    writtenBytes += bytes.length
    unsyncedBytes += bytes.length
    if (unsyncedBytes >= syncedBytes && !syncing) sync()
  }

  /** Not awaited: a crash of Parley alone loses nothing that was written. */
  function sync(): void {
    syncing = true
    unsyncedBytes = 0
    file
      .datasync()
      .catch(() => undefined)
      .finally(() => (syncing = false))
  }

  return {
    samples: () => writtenBytes / bytesPerSample,
    append: (offset, pcm) => inTurn(() => write(offset, pcm)),
    flush: () => inTurn(() => undefined),
    async close() {
      await inTurn(() => undefined)
      await file.close()
    },
  }
}
