import type { RemoteFile, RemoteFiles } from './provider.ts'

/** The most files of an account that are listed. */
export const maxRemoteFiles = 10_000

/** A page of a list, and where the next one starts; null on the last. */
export interface FilesPage {
  files: RemoteFile[]
  next: string | null
}

/** Reads a list page by page. It ends at a start that has come before, or at the limit. */
export async function collectFiles(
  readPage: (start: string | null) => Promise<FilesPage>,
): Promise<Awaited<ReturnType<RemoteFiles['list']>>> {
  const files = new Map<string, RemoteFile>()
  const starts = new Set<string>()
  let start: string | null = null
  for (;;) {
    const page = await readPage(start)
    for (const file of page.files) files.set(file.id, file)
    if (page.next === null || starts.has(page.next)) break
    if (files.size >= maxRemoteFiles) return { files: [...files.values()], isCut: true }
    starts.add(page.next)
    start = page.next
  }
  return { files: [...files.values()], isCut: false }
}
