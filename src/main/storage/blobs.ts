import { createHash, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, statSync, utimesSync } from 'node:fs'
import { open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../../shared/errors.ts'
import { translateStorageError } from './translateStorageError.ts'

const idPattern = /^[0-9a-f]{64}$/
const temporarySuffix = '.part'

/** A file that is being stored; nobody sees it before `finish`. */
export interface BlobWriter {
  /** Resolves when the bytes are in the system's hands. Errors: diskFull, filesFull. */
  append: (bytes: Uint8Array) => Promise<void>
  /** Brings it to the disk and gives its id. Errors: diskFull. */
  finish: () => Promise<{ id: string; sizeBytes: number }>
  discard: () => Promise<void>
}

/** Files named after the SHA-256 of their bytes: the same bytes lie there once. */
export interface Blobs {
  /** Errors: diskFull, filesFull. */
  create: () => Promise<BlobWriter>
  has: (id: string) => boolean
  /** Tells whether it is there, and makes it young: a sweep under way leaves it alone. */
  claim: (id: string) => boolean
  path: (id: string) => string
  /** In bytes; 0 where it is gone. */
  sizeOf: (id: string) => number
  /** Errors: attachmentMissing. */
  read: (id: string) => Promise<Uint8Array>
  /** Removes what is older than the age: files that are not kept, and what was never finished. */
  sweep: (kept: ReadonlySet<string>, ageMilliseconds: number) => Promise<void>
}

/** What all files may take together. */
export const blobBytesMaximum = 20 * 1024 ** 3
/** Small files count as this much, so that their number has a bound too. */
const countedBytesMinimum = 64 * 1024

/**
 * `bytesMaximum` is what all files may take together, also those that are not finished; what would
 * go beyond is refused with filesFull.
 */
export function createBlobs(folder: string, bytesMaximum = blobBytesMaximum): Blobs {
  const room = createRoom(folder, bytesMaximum)
  const path = (id: string): string => {
    if (!idPattern.test(id)) throw new AppError('attachmentMissing', 'No such file')
    return join(folder, id)
  }

  return {
    async create() {
      await room.take(countedBytesMinimum)
      try {
        return await createWriter(folder, room)
      } catch (error) {
        room.give(countedBytesMinimum)
        throw error
      }
    },
    has: (id) => idPattern.test(id) && existsSync(join(folder, id)),
    claim: (id) => idPattern.test(id) && touch(join(folder, id)),
    path,
    sizeOf: (id) => statSync(path(id), { throwIfNoEntry: false })?.size ?? 0,
    async read(id) {
      try {
        return await readFile(path(id))
      } catch (error) {
        if (error instanceof AppError) throw error
        throw new AppError('attachmentMissing', 'The file is gone', { subject: id }, error)
      }
    },
    async sweep(kept, ageMilliseconds) {
      const names = await readdir(folder).catch(() => [])
      for (const name of names) {
        const isOwn = name.endsWith(temporarySuffix) || idPattern.test(name)
        if (!isOwn || kept.has(name)) continue
        const file = join(folder, name)
        const found = await stat(file).catch(() => undefined)
        const age = Date.now() - (found?.mtimeMs ?? Infinity)
        if (!found || age <= ageMilliseconds) continue
        await rm(file, { force: true })
        await room.removed(found.size)
      }
    },
  }
}

interface Room {
  /** Errors: filesFull. */
  take: (bytes: number) => Promise<void>
  give: (bytes: number) => void
  /** A file of this size is not there any more. */
  removed: (bytes: number) => Promise<void>
}

/** Keeps account of what the files take; what lies there already is added up at the first need. */
function createRoom(folder: string, bytesMaximum: number): Room {
  let used = 0
  let measuring: Promise<void> | undefined
  const measured = (): Promise<void> =>
    (measuring ??= measure(folder).then((bytes) => {
      used += bytes
    }))

  return {
    async take(bytes) {
      await measured()
      if (used + bytes > bytesMaximum) {
        throw new AppError('filesFull', 'The files take all the room that they may')
      }
      used += bytes
    },
    give(bytes) {
      used -= bytes
    },
    async removed(bytes) {
      await measuring
      // What has not been added up yet is not there when it is.
      if (measuring) used -= countedBytes(bytes)
    },
  }
}

async function measure(folder: string): Promise<number> {
  let bytes = 0
  for (const name of await readdir(folder).catch(() => [])) {
    // Those that are being written are in the account already.
    if (!idPattern.test(name)) continue
    const found = await stat(join(folder, name)).catch(() => undefined)
    bytes += countedBytes(found?.size ?? 0)
  }
  return bytes
}

function countedBytes(sizeBytes: number): number {
  return Math.max(sizeBytes, countedBytesMinimum)
}

function touch(file: string): boolean {
  try {
    const now = new Date()
    utimesSync(file, now, now)
    return true
  } catch {
    // It may be there, and belong to someone else.
    return existsSync(file)
  }
}

async function createWriter(folder: string, room: Room): Promise<BlobWriter> {
  const temporary = join(folder, randomUUID() + temporarySuffix)
  const hash = createHash('sha256')
  let sizeBytes = 0
  let counted = countedBytesMinimum
  const guarded = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      throw translateStorageError(error, folder)
    }
  }
  const file = await guarded(() => {
    mkdirSync(folder, { recursive: true })
    return open(temporary, 'wx', 0o600)
  })

  async function discard(): Promise<void> {
    room.give(counted)
    counted = 0
    await file.close().catch(() => undefined)
    await rm(temporary, { force: true })
  }

  return {
    append: (bytes) =>
      guarded(async () => {
        const more = Math.max(0, countedBytes(sizeBytes + bytes.byteLength) - counted)
        await room.take(more)
        counted += more
        hash.update(bytes)
        sizeBytes += bytes.byteLength
        await file.writeFile(bytes)
      }),
    finish: () =>
      guarded(async () => {
        await file.sync()
        await file.close()
        const id = hash.digest('hex')
        if (existsSync(join(folder, id))) room.give(counted)
        counted = 0
        await rename(temporary, join(folder, id))
        await syncFolder(folder)
        return { id, sizeBytes }
      }),
    discard,
  }
}

/** A rename is on the disk when its folder is; Windows has no such thing. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
