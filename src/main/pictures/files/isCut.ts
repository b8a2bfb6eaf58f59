import { open, type FileHandle } from 'node:fs/promises'
import type { FileBytes } from './fileBytes.ts'
import { isContainerCut } from './isContainerCut.ts'
import { isPictureCut } from './isPictureCut.ts'

const windowBytes = 64 * 1024

/**
 * Tells whether the end of a stored file is missing, as its own format counts it. A format that
 * does not count, such as MP3 or Ogg, or an unknown one is taken as whole. Reads as little as the
 * format allows. Errors: Node's own.
 */
export async function isCut(path: string, mediaType: string): Promise<boolean> {
  const handle = await open(path)
  try {
    return await endsEarly(await bytesOf(handle), mediaType)
  } finally {
    await handle.close()
  }
}

/** Tells the same of bytes that are not stored. */
export function areBytesCut(bytes: Uint8Array, mediaType: string): Promise<boolean> {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const file: FileBytes = {
    size: all.length,
    at: (offset, length) => Promise.resolve(all.subarray(offset, offset + length)),
  }
  return endsEarly(file, mediaType)
}

async function endsEarly(file: FileBytes, mediaType: string): Promise<boolean> {
  return (await isPictureCut(file, mediaType)) || (await isContainerCut(file))
}

/** Reads a window at a time, because the parts asked for are small and near each other. */
async function bytesOf(handle: FileHandle): Promise<FileBytes> {
  const { size } = await handle.stat()
  const window = Buffer.alloc(windowBytes)
  let start = 0
  let filled = 0
  return {
    size,
    async at(offset, length) {
      if (offset < start || offset + length > start + filled) {
        const { bytesRead } = await handle.read(window, 0, windowBytes, offset)
        start = offset
        filled = bytesRead
      }
      return window.subarray(offset - start, Math.min(offset - start + length, filled))
    },
  }
}
