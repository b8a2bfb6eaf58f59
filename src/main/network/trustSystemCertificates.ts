import { getCACertificates, setDefaultCACertificates } from 'node:tls'

/** The errors for a certificate chain whose authority may be known only to the operating system. */
const untrustedCodes: readonly string[] = [
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]

let trusted = false

/** Returns whether the operating system's authorities are trusted already. */
export function trustsSystem(): boolean {
  return trusted
}

/**
 * Trusts the operating system's certificate authorities after a request failed without them, for
 * example behind a company's proxy. Returns true if the request should be sent again. Loads them
 * once and only when needed, because that takes 0.1 s. `trustedBefore` is what `trustsSystem` said
 * when the request was sent: of several requests at once, each is sent again.
 */
export function trustSystemCertificates(error: unknown, trustedBefore: boolean): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (trustedBefore || !untrustedCodes.includes(code)) return false
  if (!trusted) {
    setDefaultCACertificates([...getCACertificates('default'), ...getCACertificates('system')])
  }
  trusted = true
  return true
}
