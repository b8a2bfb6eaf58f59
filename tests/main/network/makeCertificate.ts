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

/** Makes a certificate that was valid until yesterday. */
export function makeExpiredCertificate(): Certificate {
  const folder = temporaryFolder()
  const [key, request, path] = ['key.pem', 'request.pem', 'certificate.pem'].map((name) =>
    join(folder, name),
  ) as [string, string, string]
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  spawnSync('openssl', ['req', ...curve, '-subj', '/CN=late', '-keyout', key, '-out', request])
  const days = ['-days', '-1']
  spawnSync('openssl', ['x509', '-req', '-in', request, '-signkey', key, ...days, '-out', path])
  return { path, tls: { key: readFileSync(key), cert: readFileSync(path) } }
}
