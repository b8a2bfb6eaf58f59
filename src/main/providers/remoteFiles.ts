import { z } from 'zod'
import { AppError } from '../../shared/errors.ts'
import { unlessGone } from './errors/unlessGone.ts'
import type { RemoteFile, RemoteFiles } from './provider.ts'

/** The most files of an account that are listed. */
const maxFiles = 10_000

export const remoteIdSchema = z.string().min(1).max(500)
export const sizeSchema = z.number().nonnegative().nullish().catch(null)

/** A page of a list, and where the next one starts; null on the last. */
export interface FilesPage {
  files: RemoteFile[]
  next: string | null
}

/** The two requests of a service's API for files. */
export interface FilesApi<Page extends z.ZodType<FilesPage>> {
  pageSchema: Page
  /** Returns the JSON of the page that starts there; of the first page with null. */
  askPage: (start: string | null, signal: AbortSignal) => Promise<unknown>
  askRemoval: (id: string, signal: AbortSignal) => Promise<unknown>
}

/** Creates the list of the files in a key's account. Errors: those of the requests, malformedAnswer. */
export function createRemoteFiles<Page extends z.ZodType<FilesPage>>({
  pageSchema,
  askPage,
  askRemoval,
}: FilesApi<Page>): RemoteFiles {
  async function readPage(start: string | null, signal: AbortSignal): Promise<FilesPage> {
    const page = pageSchema.safeParse(await askPage(start, signal))
    if (page.success) return page.data
    throw new AppError('malformedAnswer', 'The list of files has an unknown shape')
  }

  return {
    /** Ends at a start that has come before, or at the limit. */
    async list(signal) {
      const files = new Map<string, RemoteFile>()
      const starts = new Set<string>()
      let next: string | null = null
      do {
        const page = await readPage(next, signal)
        for (const file of page.files) files.set(file.id, file)
        next = page.next === null || starts.has(page.next) ? null : page.next
        if (next !== null) starts.add(next)
      } while (next !== null && files.size < maxFiles)
      return { files: [...files.values()], isCut: next !== null }
    },
    async remove(id, signal) {
      await unlessGone(askRemoval(id, signal))
    },
  }
}
