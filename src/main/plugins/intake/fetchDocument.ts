import { createHash } from 'node:crypto'
import { AppError } from '../../../shared/errors.ts'
import { guardedRequest, manifestLimits, type RequestLimits } from '../../network/guardedRequest.ts'
import { publicHosts, typedAddress, type HostRule } from '../../network/hostRule.ts'
import { readRetries } from '../../network/retries.ts'
import { manifestError } from './manifestError.ts'

export interface FetchedDocument {
  text: string
  /** The address after redirects. */
  url: string
  sha256: string
}

/**
 * Fetches a description that a stranger wrote. An address of this machine or the local network is
 * fetched only if `typed`, the address that the user gave, names that machine itself; for a file it
 * is null. Errors:
 * pluginManifestInvalid, pluginNotFound, pluginServerFailed, and those of a guarded request.
 */
export async function fetchDocument(
  address: URL,
  typed: URL | null,
  signal: AbortSignal | null = null,
  limits: RequestLimits = manifestLimits,
): Promise<FetchedDocument> {
  const allows: HostRule = typed === null ? publicHosts : typedAddress(typed)
  const headers = { accept: 'application/json, application/yaml;q=0.9, */*;q=0.5' }
  const answer = await guardedRequest(address, {
    ...{ headers, allows, limits, signal },
    retries: readRetries,
  })
  const { status, bytes, url } = answer
  if (status === 404 || status === 410) {
    throw new AppError('pluginNotFound', 'There is nothing at this address', {
      subject: address.href,
      status,
    })
  }
  if (status < 200 || status > 299) {
    const details = { subject: address.host, status }
    throw new AppError('pluginServerFailed', 'The server did not give the description', details)
  }
  return { text: decodeText(bytes), url, sha256: sha256Of(bytes) }
}

/** Returns the text of a document in UTF-8. Errors: pluginManifestInvalid. */
export function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw manifestError('JSON', 'It is not text in UTF-8')
  }
}

export function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
