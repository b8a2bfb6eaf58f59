import { getCACertificates, setDefaultCACertificates } from 'node:tls'

/** How a chain looks that ends at an authority which only the operating system knows. */
const untrustedCodes: readonly string[] = [
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]

let trusted = false

/**
 * Whether a request is worth a second try with the authorities of the operating system, as behind
 * a company's proxy. They are read once and only then, because that takes a tenth of a second.
 */
export function trustSystemCertificates(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (trusted || !untrustedCodes.includes(code)) return false
  trusted = true
  setDefaultCACertificates([...getCACertificates('default'), ...getCACertificates('system')])
  return true
}
