import { createHash } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'
import { translateStorageError } from '../../storage/translateStorageError.ts'
import { firstLine, type FrameHead } from './baseFile.ts'

export type WriteFrame = (head: FrameHead, body?: Uint8Array) => Promise<void>

const noBytes = new Uint8Array(0)

/**
 * Writes a base's file. It gets its name once it is whole and on the disk; until then it lies
 * beside, and a failure removes it. Errors: diskFull, folderReadOnly, those of `write`.
 */
export async function writeBaseFile(
  path: string,
  write: (frame: WriteFrame) => Promise<void>,
): Promise<void> {
  const unfinished = `${path}.part`
  try {
    const file = await open(unfinished, 'w', 0o600)
    try {
      const hash = createHash('sha256')
      const append = async (bytes: Uint8Array): Promise<void> => {
        hash.update(bytes)
        await file.writeFile(bytes)
      }
      await append(Buffer.from(firstLine))
      await write(async (head, body = noBytes) => {
        const json = Buffer.from(JSON.stringify(head))
        const lengths = Buffer.alloc(8)
        lengths.writeUInt32LE(json.length, 0)
        lengths.writeUInt32LE(body.byteLength, 4)
        await append(Buffer.concat([lengths, json, body]))
      })
      await file.writeFile(hash.digest())
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(unfinished, path)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw translateStorageError(error, path)
  }
}
