import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '../storage/temporaryFolder.ts'

/** Whether the machine has openssl, which makes the certificates. */
export const canMakeCertificates = spawnSync('openssl', ['version']).status === 0

export interface Certificate {
  /** The file of the certificate, which is its own authority. */
  path: string
  /** Options for a TLS server. */
  tls: { key: Buffer; cert: Buffer }
}

/** Makes a certificate for 127.0.0.1 that no authority has signed. */
export function makeCertificate(): Certificate {
  const folder = temporaryFolder()
  const key = join(folder, 'key.pem')
  const path = join(folder, 'certificate.pem')
  const request = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1']
  const name = ['-subj', '/CN=company', '-addext', 'subjectAltName=IP:127.0.0.1']
  spawnSync('openssl', [...request, '-nodes', '-keyout', key, '-out', path, ...name])
  return { path, tls: { key: readFileSync(key), cert: readFileSync(path) } }
}
