import { createHash, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, rmSync, statSync, utimesSync } from 'node:fs'
import { open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { AppError } from '../../shared/errors.ts'
import { translateStorageError } from './translateStorageError.ts'

const idPattern = /^[0-9a-f]{64}$/
const temporarySuffix = '.part'

/** A file being stored. It is invisible until `finish`. */
export interface BlobWriter {
  /** Resolves when the system has the bytes. Errors: diskFull, filesFull. */
  append: (bytes: Uint8Array) => Promise<void>
  /** Writes the file to the disk and returns its id. Errors: diskFull. */
  finish: () => Promise<{ id: string; sizeBytes: number }>
  discard: () => Promise<void>
}

/** Stores files under the SHA-256 of their bytes, so that equal files share one copy. */
export interface Blobs {
  readonly folder: string
  /** Starts a new file. Errors: diskFull, filesFull. */
  create: () => Promise<BlobWriter>
  has: (id: string) => boolean
  /** Returns true if the file exists, and updates an old time so that a running sweep keeps it. */
  claim: (id: string) => boolean
  path: (id: string) => string
  /** Returns the size in bytes; 0 if the file is gone. */
  sizeOf: (id: string) => number
  /** Reads a whole file. Errors: attachmentMissing. */
  read: (id: string) => Promise<Uint8Array>
  /**
   * Deletes the files that are older than the age, of a day or more, and not in `kept`, and all that
   * an earlier run has left unfinished.
   */
  sweep: (kept: ReadonlySet<string>, ageMilliseconds: number) => Promise<void>
}

/** The limit of all files together. */
const maxBlobBytes = 20 * 1024 ** 3
/** The size at which a small file counts, to limit the number of files. */
const minCountedBytes = 64 * 1024
/**
 * The age from which a claim updates a file's time. A request that is being sent reads its files as
 * it goes, and takes one whose time changes for another file.
 */
const agedMilliseconds = 12 * 60 * 60_000

/**
 * Creates the store. `maxBytes` limits all files together, including unfinished ones. Throws
 * filesFull over it.
 */
export function createBlobs(folder: string, maxBytes = maxBlobBytes): Blobs {
  const room = createRoom(folder, maxBytes)
  // Some file systems give times that are a little behind the clock.
  const openedAt = Date.now() - 1000
  const path = (id: string): string => {
    if (!idPattern.test(id)) throw new AppError('attachmentMissing', 'No such file')
    return join(folder, id)
  }

  return {
    folder,
    async create() {
      await room.take(minCountedBytes)
      try {
        return await createWriter(folder, room)
      } catch (error) {
        room.give(minCountedBytes)
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
        const isUnfinished = name.endsWith(temporarySuffix)
        if (!(isUnfinished || idPattern.test(name)) || kept.has(name)) continue
        const file = join(folder, name)
        const aged = Date.now() - ageMilliseconds
        const sizeBytes = removeOlder(file, isUnfinished ? Math.max(openedAt, aged) : aged)
        // An unfinished file of an earlier run was never counted.
        if (sizeBytes !== undefined && !isUnfinished) await room.removed(sizeBytes)
        await nextTurn()
      }
    },
  }
}

interface Room {
  /** Reserves space. Errors: filesFull. */
  take: (bytes: number) => Promise<void>
  give: (bytes: number) => void
  /** Releases the space of a deleted file. */
  removed: (bytes: number) => Promise<void>
}

/** Tracks the space that files use. Measures existing files at the first use. */
function createRoom(folder: string, maxBytes: number): Room {
  let used = 0
  let measuring: Promise<void> | undefined
  const measured = (): Promise<void> =>
    (measuring ??= measure(folder).then((bytes) => {
      used += bytes
    }))

  return {
    async take(bytes) {
      await measured()
      if (used + bytes > maxBytes) {
        throw new AppError('filesFull', 'The files take all the room that they may')
      }
      used += bytes
    },
    give(bytes) {
      used -= bytes
    },
    async removed(bytes) {
      await measuring
      // A file deleted before the measurement was never counted.
      if (measuring) used -= countedBytes(bytes)
    },
  }
}

async function measure(folder: string): Promise<number> {
  let bytes = 0
  for (const name of await readdir(folder).catch(() => [])) {
    // Unfinished files are already counted.
    if (!idPattern.test(name)) continue
    const found = await stat(join(folder, name)).catch(() => undefined)
    bytes += countedBytes(found?.size ?? 0)
  }
  return bytes
}

function countedBytes(sizeBytes: number): number {
  return Math.max(sizeBytes, minCountedBytes)
}

/**
 * Deletes a file that was last changed before this time. Returns its size if it did. Synchronous:
 * nothing may claim the file between the look at its time and its end.
 */
function removeOlder(file: string, before: number): number | undefined {
  const found = statSync(file, { throwIfNoEntry: false })
  if (!found || found.mtimeMs >= before) return undefined
  rmSync(file, { force: true })
  return found.size
}

function touch(file: string): boolean {
  try {
    const now = new Date()
    if (now.getTime() - statSync(file).mtimeMs > agedMilliseconds) utimesSync(file, now, now)
    return true
  } catch {
    // The file may exist and belong to another user.
    return existsSync(file)
  }
}

async function createWriter(folder: string, room: Room): Promise<BlobWriter> {
  const temporary = join(folder, randomUUID() + temporarySuffix)
  const hash = createHash('sha256')
  let sizeBytes = 0
  let counted = minCountedBytes
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
        const known = statSync(join(folder, id), { throwIfNoEntry: false })
        // The same bytes are kept as they are: they may be on their way to a service.
        if (known?.size === sizeBytes && touch(join(folder, id))) await rm(temporary)
        else await rename(temporary, join(folder, id))
        if (known) room.give(counted)
        counted = 0
        await syncFolder(folder)
        return { id, sizeBytes }
      }),
    discard,
  }
}

/** Flushes the folder, which makes a rename durable. Windows has no equivalent. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
