import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createBlobs } from '../storage/blobs.ts'

/** The copies of uploads and the texts of notes, named after their bytes. */
export interface KeptFiles {
  /** Keeps a copy. Returns its name. Errors: diskFull, filesFull. */
  keep: (bytes: Uint8Array) => Promise<string>
  path: (content: string) => string
  remove: (contents: readonly string[]) => Promise<void>
}

export function keptFolder(dataFolder: string): string {
  return join(dataFolder, 'knowledge')
}

/** Hashed at a time: more would hold up main. */
const pieceBytes = 1024 * 1024

export function createKeptFiles(folder: string): KeptFiles {
  const blobs = createBlobs(folder)
  return {
    async keep(bytes) {
      const writer = await blobs.create()
      try {
        for (let start = 0; start < bytes.byteLength; start += pieceBytes) {
          await writer.append(bytes.subarray(start, start + pieceBytes))
        }
        return (await writer.finish()).id
      } catch (error) {
        await writer.discard()
        throw error
      }
    },
    path: blobs.path,
    async remove(contents) {
      for (const content of contents) await rm(blobs.path(content), { force: true })
    },
  }
}
