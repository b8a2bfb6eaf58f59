import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { Blobs } from '../storage/blobs.ts'
import { parseByteRange } from '../storage/byteRange.ts'
import { detectMediaType, headBytes } from './mediaType.ts'

/**
 * Media types that the page can display. Other files are served as bytes, which no page executes.
 */
const shownTypes = /^(?:image\/(?:png|jpeg|gif|webp|avif|bmp)|audio\/[\w.+-]+|video\/[\w.+-]+)$/

const headers = {
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
  'accept-ranges': 'bytes',
}

/** Answers a request for a stored file or a range of it. */
export async function serveAttachment(
  blobs: Blobs,
  id: string,
  range: string | null,
): Promise<Response> {
  const notFound = (): Response => new Response('Not found', { status: 404, headers })
  if (!blobs.has(id)) return notFound()
  const path = blobs.path(id)
  const found = await stat(path).catch(() => undefined)
  if (!found?.isFile()) return notFound()
  const type = { 'content-type': await servedType(path) }
  const wanted = parseByteRange(range, found.size)
  if (wanted === 'unsatisfiable') {
    const status = { 'content-range': `bytes */${String(found.size)}` }
    return new Response(null, { status: 416, headers: { ...headers, ...status } })
  }
  const { start, end } = wanted ?? { start: 0, end: found.size - 1 }
  const body = Readable.toWeb(createReadStream(path, { start, end: Math.max(start, end) }))
  return new Response(body as ReadableStream, {
    status: wanted ? 206 : 200,
    headers: {
      ...headers,
      ...type,
      'content-length': String(end - start + 1),
      ...(wanted && {
        'content-range': `bytes ${String(start)}-${String(end)}/${String(found.size)}`,
      }),
    },
  })
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
