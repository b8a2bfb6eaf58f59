import { statfs } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { AppError } from '../../../shared/errors.ts'
import { connectionError } from '../../network/connectionError.ts'
import type { HostRule } from '../../network/hostRule.ts'
import { openResponse } from '../../network/openResponse.ts'
import { readPieces } from './readPieces.ts'

const maxResumes = 5
/** The room that a download leaves for the rest of the system. */
const spareBytes = 200 * 1024 * 1024
const spareFactor = 1.1

export interface DownloadOptions {
  pages: HostRule
  signal: AbortSignal
  /** The folder whose disk takes the bytes. */
  folder: string
}

/**
 * Yields the bytes behind an address, without a key and from allowed hosts alone. A piece is valid
 * until the next is asked for. A connection that breaks is resumed where it broke, if the server
 * can. Errors: mediaExpired, mediaUnusable, diskFull, those of a request.
 */
export async function* downloadResult(
  address: string,
  options: DownloadOptions,
): AsyncIterable<Uint8Array> {
  const url = URL.parse(address)
  if (!url) throw new AppError('mediaUnusable', 'The result has no valid address')
  let received = 0
  let tag: string | undefined
  for (let resumes = 0; ; resumes++) {
    const message = await open(url, received, tag, options)
    tag ??= tagOf(message)
    try {
      for await (const piece of readPieces(message, options.signal)) {
        received += piece.byteLength
        yield piece
      }
      return
    } catch (error) {
      message.destroy()
      const failure = connectionError(error, url.host, options.signal)
      const isBroken = failure.code === 'connectionFailed' || failure.code === 'timeout'
      if (!isBroken || tag === undefined || received === 0 || resumes >= maxResumes) {
        throw failure
      }
    }
  }
}

async function open(
  url: URL,
  received: number,
  tag: string | undefined,
  { pages, signal, folder }: DownloadOptions,
): Promise<IncomingMessage> {
  const headers = { 'user-agent': 'Parley', 'accept-encoding': 'identity' }
  const range = tag === undefined ? {} : { range: `bytes=${String(received)}-`, 'if-range': tag }
  try {
    const { message } = await openResponse(url, {
      ...{ allows: pages, signal, intoOneBuffer: true },
      headers: { ...headers, ...(received > 0 && range) },
    })
    try {
      assertUsable(message, url)
      if (received > 0) assertGoesOn(message, url, received, tag)
      await assertRoom(message, folder)
      return message
    } catch (error) {
      message.destroy()
      throw error
    }
  } catch (error) {
    throw connectionError(error, url.host, signal)
  }
}

function assertUsable({ statusCode: status = 0 }: IncomingMessage, url: URL): void {
  const details = { status, subject: url.host }
  if (status === 200 || status === 206) return
  if (status === 401 || status === 403 || status === 404 || status === 410) {
    throw new AppError('mediaExpired', 'The result is not at its address any more', details)
  }
  if (status === 429) throw new AppError('rateLimited', 'Too many downloads', details)
  if (status >= 500) throw new AppError('serverError', 'The result can not be fetched', details)
  throw new AppError('mediaUnusable', 'The address gives no result', details)
}

/** Throws unless the answer is the rest of the same file: the pieces before are written already. */
function assertGoesOn(
  message: IncomingMessage,
  url: URL,
  received: number,
  tag: string | undefined,
): void {
  const { statusCode: status = 0, headers } = message
  const start = /^bytes (\d+)-/.exec(headers['content-range'] ?? '')?.[1]
  const isSame = tagOf(message) === undefined || tagOf(message) === tag
  if (status === 206 && Number(start) === received && isSame) return
  const details = { status, subject: url.host }
  throw new AppError('streamBroken', 'The download can not be resumed', details)
}

async function assertRoom({ headers }: IncomingMessage, folder: string): Promise<void> {
  const expected = Number(headers['content-length'] ?? 0)
  const found = await statfs(folder).catch(() => undefined)
  if (!found || found.bavail * found.bsize >= expected * spareFactor + spareBytes) return
  throw new AppError('diskFull', 'The disk has no room for the result', { subject: folder })
}

/** Returns what tells that a file has not changed. A weak tag does not. */
function tagOf({ headers }: IncomingMessage): string | undefined {
  if (headers.etag && !headers.etag.startsWith('W/')) return headers.etag
  return headers['last-modified']
}
