const allowedSchemes = new Set(['http:', 'https:', 'mailto:'])
const maxLength = 10_000

/** Returns the address in its normal form; undefined if it must not be opened. */
export function safeAddress(address: string | undefined): string | undefined {
  if (!address || address.length > maxLength) return undefined
  const url = URL.parse(address)
  return url && allowedSchemes.has(url.protocol) ? url.href : undefined
}

/**
 * Returns an address as a reader should see it before opening it: international names in their
 * script.
 */
export function readableAddress(address: string): string {
  try {
    return decodeURI(address)
  } catch {
    return address
  }
}
