import { manifestError } from './manifestError.ts'

/**
 * Returns a web address of a description, resolved against the description's own. Errors:
 * pluginManifestInvalid.
 */
export function resolveAddress(address: string, base: string | null, path: string): URL {
  const url = URL.parse(address, base ?? undefined)
  if (!url) throw manifestError(path, 'It is not a valid address')
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw manifestError(path, 'Only http and https addresses can be used')
  }
  if (url.username !== '' || url.password !== '') {
    throw manifestError(path, 'An address must not hold a name or a password')
  }
  url.hash = ''
  return url
}

/** Returns a web address that is only shown; null if it is none. */
export function webAddress(text: string | null | undefined): string | null {
  const url = text === undefined || text === null ? null : URL.parse(text)
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url.href : null
}
