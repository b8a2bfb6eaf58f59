import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'

const child = join(import.meta.dirname, 'requestInChild.ts')
// On Linux SSL_CERT_FILE replaces the system's store; openssl makes the certificate.
const possible = process.platform === 'linux' && spawnSync('openssl', ['version']).status === 0

function makeCertificate(): { key: string; certificate: string } {
  const folder = mkdtempSync(join(tmpdir(), 'parley-tls-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const key = join(folder, 'key.pem')
  const certificate = join(folder, 'certificate.pem')
  const request = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1']
  const name = ['-subj', '/CN=company', '-addext', 'subjectAltName=IP:127.0.0.1']
  spawnSync('openssl', [...request, '-nodes', '-keyout', key, '-out', certificate, ...name])
  return { key, certificate }
}

test.skipIf(!possible)('an authority that only the system knows is trusted', async () => {
  const { key, certificate } = makeCertificate()
  const options = { key: readFileSync(key), cert: readFileSync(certificate) }
  const server = createServer(options, (_request, response) => response.end('behind the proxy'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = `https://127.0.0.1:${String((server.address() as AddressInfo).port)}/`
  const ask = async (environment: NodeJS.ProcessEnv): Promise<string> => {
    const env = { ...process.env, ...environment }
    const { stdout } = await promisify(execFile)(process.execPath, [child, address], { env })
    return stdout
  }
  expect(await ask({})).toBe('DEPTH_ZERO_SELF_SIGNED_CERT')
  expect(await ask({ SSL_CERT_FILE: certificate })).toBe('behind the proxy')
})
