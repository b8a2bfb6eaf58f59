import { open } from 'node:fs/promises'
import { detectMediaType, headBytes } from '../../attachments/mediaType.ts'
import type { Blobs } from '../../storage/blobs.ts'
import { fileNotFound, serveFile } from '../../storage/serveFile.ts'
import { isSvg } from './isSvg.ts'

const shownTypes =
  /^(?:image\/(?:png|jpeg|gif|webp|avif|bmp|apng)|audio\/[\w.+-]+|video\/[\w.+-]+)$/

/** Answers a request for an output or a range of it. A drawing is an image: its scripts never run. */
export async function serveMedia(
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
    const head = buffer.subarray(0, bytesRead)
    const type = await detectMediaType(head, '')
    if (shownTypes.test(type)) return type
    return type.startsWith('text/') && isSvg(head) ? 'image/svg+xml' : 'application/octet-stream'
  } finally {
    await file.close()
  }
}
