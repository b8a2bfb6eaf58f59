import { createHash, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, utimesSync } from 'node:fs'
import { open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../../shared/errors.ts'
import { translateStorageError } from './translateStorageError.ts'

const idPattern = /^[0-9a-f]{64}$/
const temporarySuffix = '.part'

/** A file that is being stored; nobody sees it before `finish`. */
export interface BlobWriter {
  /** Resolves when the bytes are in the system's hands. Errors: diskFull. */
  append: (bytes: Uint8Array) => Promise<void>
  /** Brings it to the disk and gives its id. Errors: diskFull. */
  finish: () => Promise<{ id: string; sizeBytes: number }>
  discard: () => Promise<void>
}

/** Files named after the SHA-256 of their bytes: the same bytes lie there once. */
export interface Blobs {
  create: () => Promise<BlobWriter>
  has: (id: string) => boolean
  /** Tells whether it is there, and makes it young: a sweep under way leaves it alone. */
  claim: (id: string) => boolean
  path: (id: string) => string
  /** Errors: attachmentMissing. */
  read: (id: string) => Promise<Uint8Array>
  /** Removes what is older than the age: files that are not kept, and what was never finished. */
  sweep: (kept: ReadonlySet<string>, ageMilliseconds: number) => Promise<void>
}

export function createBlobs(folder: string): Blobs {
  const path = (id: string): string => {
    if (!idPattern.test(id)) throw new AppError('attachmentMissing', 'No such file')
    return join(folder, id)
  }

  return {
    create: () => createWriter(folder),
    has: (id) => idPattern.test(id) && existsSync(join(folder, id)),
    claim: (id) => idPattern.test(id) && touch(join(folder, id)),
    path,
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
        if (age > ageMilliseconds) await rm(file, { force: true })
      }
    },
  }
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

async function createWriter(folder: string): Promise<BlobWriter> {
  const temporary = join(folder, randomUUID() + temporarySuffix)
  const hash = createHash('sha256')
  let sizeBytes = 0
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
    await file.close().catch(() => undefined)
    await rm(temporary, { force: true })
  }

  return {
    append: (bytes) =>
      guarded(async () => {
        hash.update(bytes)
        sizeBytes += bytes.byteLength
        await file.writeFile(bytes)
      }),
    finish: () =>
      guarded(async () => {
        await file.sync()
        await file.close()
        const id = hash.digest('hex')
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
