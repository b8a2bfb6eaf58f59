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

/**
 * Adds the operating system's certificate authorities, for example behind a company's proxy.
 * Returns true if the request should be retried. Loads them once and only when needed, because that
 * takes 0.1 s.
 */
export function trustSystemCertificates(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (trusted || !untrustedCodes.includes(code)) return false
  trusted = true
  setDefaultCACertificates([...getCACertificates('default'), ...getCACertificates('system')])
  return true
}
