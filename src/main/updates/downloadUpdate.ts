import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { AppError } from '../../shared/errors.ts'
import { connectionError } from '../network/connectionError.ts'
import type { HostRule } from '../network/hostRule.ts'
import { openResponse } from '../network/openResponse.ts'
import type { Retries } from '../network/retries.ts'
import { translateStorageError } from '../storage/translateStorageError.ts'
import { assertFound } from './channelFile.ts'

export interface Download {
  url: URL
  /** The file to write; an existing one is replaced. */
  path: string
  /** From the signed channel file, as base64. */
  sha512: string
  size: number
  allows: HostRule
  /** The time limit between two pieces. */
  idleMs: number
  /** Repeats the request until its answer begins. */
  retries: Retries
  signal: AbortSignal
  /** Called with the part that has arrived, from 0 to 1. */
  onProgress: (fraction: number) => void
}

/**
 * Downloads an update and checks its length and hash. After an error the file is worthless. Errors:
 * updateDamaged, updateMissing, serverError, updateElsewhere, connectionFailed, timeout, diskFull,
 * folderReadOnly, aborted.
 */
export async function downloadUpdate(download: Download): Promise<void> {
  const { url, path, sha512, signal } = download
  const idle = watchIdle(download.idleMs, url.host)
  const ending = AbortSignal.any([signal, idle.signal])
  try {
    const { message } = await openResponse(url, {
      allows: download.allows,
      headers: { accept: '*/*', 'user-agent': 'Parley' },
      signal: ending,
      retries: download.retries,
    })
    assertFound(message.statusCode ?? 0, url.host)
    const hash = createHash('sha512')
    const checked = new Transform({
      transform(piece: Buffer, _encoding, done) {
        idle.restart()
        hash.update(piece)
        received += piece.length
        if (received > download.size) return done(damaged(url))
        download.onProgress(received / download.size)
        done(null, piece)
      },
    })
    let received = 0
    await pipeline(message, checked, createWriteStream(path), { signal: ending })
    if (received !== download.size || hash.digest('base64') !== sha512) throw damaged(url)
  } catch (error) {
    throw explain(error, download, idle.signal)
  } finally {
    idle.stop()
  }
}

function explain(error: unknown, { url, path, signal }: Download, idle: AbortSignal): unknown {
  if (idle.aborted) return idle.reason
  const translated = translateStorageError(error, path)
  if (translated instanceof AppError) return translated
  if (isCut(error)) return damaged(url, error)
  return connectionError(error, url.host, signal)
}

/** Tells whether the server closed the connection before the end of the file. */
function isCut(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE'
}

function damaged(url: URL, cause?: unknown): AppError {
  const name = url.pathname.split('/').at(-1) ?? ''
  return new AppError('updateDamaged', `${name} is not what was signed`, { subject: name }, cause)
}

/** Returns a signal that fires with a timeout when `restart` has not been called for this long. */
function watchIdle(milliseconds: number, host: string) {
  const ending = new AbortController()
  const timer = setTimeout(() => {
    const details = { subject: host, provider: host }
    ending.abort(new AppError('timeout', `${host} has fallen silent`, details))
  }, milliseconds)
  return {
    signal: ending.signal,
    restart: () => void timer.refresh(),
    stop: () => clearTimeout(timer),
  }
}
