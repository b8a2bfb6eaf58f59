import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { parseByteRange } from './byteRange.ts'

const headers = {
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
  'accept-ranges': 'bytes',
}

/** Answers a request for a file, or for the part of it that a `range` header names, sandboxed. */
export async function serveFile(
  path: string,
  range: string | null,
  mediaType: (path: string) => string | Promise<string>,
): Promise<Response> {
  const found = await stat(path).catch(() => undefined)
  if (!found?.isFile()) return fileNotFound()
  const type = { 'content-type': await mediaType(path) }
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

export function fileNotFound(): Response {
  return new Response('Not found', { status: 404, headers })
}

export function fileTooLarge(): Response {
  return new Response('Too large to be shown', { status: 413, headers })
}
