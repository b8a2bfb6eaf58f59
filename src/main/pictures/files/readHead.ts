import { open } from 'node:fs/promises'
import { headBytes } from './mediaType.ts'

/** Returns the beginning of a file: by default as much as it takes to detect its type. */
export async function readHead(path: string, bytes = headBytes): Promise<Uint8Array> {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
