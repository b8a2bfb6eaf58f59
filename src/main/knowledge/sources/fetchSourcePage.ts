import { AppError } from '../../../shared/errors.ts'
import { guardedRequest } from '../../network/guardedRequest.ts'
import type { HostRule } from '../../network/hostRule.ts'
import type { Resolve } from '../../network/judgedLookup.ts'
import { readRetries } from '../../network/retries.ts'

const maxPageBytes = 20 * 1024 * 1024
const requestMilliseconds = 60_000

export interface FetchedPage {
  bytes: Uint8Array
  /** The name of a file that it could be. */
  name: string
  mediaType: string
}

/** Returns the address of a page; undefined for what is none, or names a user. */
export function pageAddress(text: string): URL | undefined {
  const url = URL.parse(text.trim()) ?? URL.parse(`https://${text.trim()}`)
  if (!url || !['http:', 'https:'].includes(url.protocol)) return undefined
  url.hash = ''
  return url.username === '' && url.password === '' ? url : undefined
}

/**
 * Fetches a page, or a document, of the hosts that a rule allows. Errors: the rule's refusal,
 * notFound, serverError, tooHeavy, those of a connection.
 */
export async function fetchSourcePage(
  address: string,
  allows: HostRule,
  signal: AbortSignal,
  resolve?: Resolve,
): Promise<FetchedPage> {
  const answer = await guardedRequest(address, {
    allows,
    resolve,
    headers: { accept: 'text/html, text/plain;q=0.9, */*;q=0.5' },
    limits: { bytes: maxPageBytes, milliseconds: requestMilliseconds, overflow: 'fail' },
    retries: readRetries,
    signal,
  })
  const { host, pathname } = new URL(answer.url)
  if (answer.status >= 400) {
    const isGone = answer.status === 404 || answer.status === 410
    throw new AppError(isGone ? 'sourceMissing' : 'connectionFailed', 'The page did not come', {
      subject: host,
      status: answer.status,
    })
  }
  const type = answer.headers.get('content-type') ?? 'text/html'
  const last = nameIn(pathname)
  return { bytes: answer.bytes, name: last === '' ? host : last, mediaType: type.trim() }
}

/** Returns the last part of a path as people read it. */
function nameIn(pathname: string): string {
  const last = pathname.split('/').at(-1) ?? ''
  try {
    return decodeURIComponent(last)
  } catch {
    return last
  }
}
