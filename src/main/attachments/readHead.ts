import { open } from 'node:fs/promises'
import { headBytes } from './mediaType.ts'

/** Returns the beginning of a file, enough to detect its type. */
export async function readHead(path: string): Promise<Uint8Array> {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
