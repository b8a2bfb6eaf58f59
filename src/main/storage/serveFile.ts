import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { parseByteRange, type ByteRange } from './byteRange.ts'
import { placeOfOpenFile } from './withinFolder.ts'

const headers = {
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
  'accept-ranges': 'bytes',
}

/**
 * Answers a request for a file, or for the part of it that a `range` header names, sandboxed. A file
 * that a link leads to outside of `folder`, if one is given, is not found.
 */
export async function serveFile(
  path: string,
  range: string | null,
  mediaType: (path: string) => string | Promise<string>,
  folder?: string,
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
  const part = { start, end: Math.max(start, end) }
  const body =
    folder === undefined ? createReadStream(path, part) : await readWithin(folder, path, part)
  if (!body) return fileNotFound()
  return new Response(Readable.toWeb(body) as ReadableStream, {
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

/** Opens a part of a file; undefined for one outside of the folder, or that is gone. */
async function readWithin(
  folder: string,
  path: string,
  part: ByteRange,
): Promise<Readable | undefined> {
  const file = await open(path).catch(() => undefined)
  try {
    if (file && placeOfOpenFile(file.fd, path, folder) === 'within') {
      return file.createReadStream(part)
    }
  } catch {
    // It is gone by now.
  }
  await file?.close()
  return undefined
}

export function fileNotFound(): Response {
  return new Response('Not found', { status: 404, headers })
}

export function fileTooLarge(): Response {
  return new Response('Too large to be shown', { status: 413, headers })
}
