import { open } from 'node:fs/promises'
import type { Blobs } from '../storage/blobs.ts'
import { fileNotFound, serveFile } from '../storage/serveFile.ts'
import { detectMediaType, headBytes } from './mediaType.ts'

/**
 * Media types that the page can display. Other files are served as bytes, which no page executes.
 */
const shownTypes = /^(?:image\/(?:png|jpeg|gif|webp|avif|bmp)|audio\/[\w.+-]+|video\/[\w.+-]+)$/

/** Answers a request for a stored file or a range of it. */
export async function serveAttachment(
  blobs: Blobs,
  id: string,
  range: string | null,
): Promise<Response> {
  return blobs.has(id) ? serveFile(blobs.path(id), range, servedType) : fileNotFound()
}

async function servedType(path: string): Promise<string> {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0)
    const type = await detectMediaType(buffer.subarray(0, bytesRead), '')
    if (shownTypes.test(type)) return type
    return type.startsWith('text/') ? 'text/plain; charset=utf-8' : 'application/octet-stream'
  } finally {
    await file.close()
  }
}
