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

test.skipIf(!possible)(
  'an authority that only the system knows is trusted by all requests',
  async () => {
    const { key, certificate } = makeCertificate()
    const options = { key: readFileSync(key), cert: readFileSync(certificate) }
    const server = createServer(options, (_request, response) => response.end('behind the proxy'))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const address = `https://127.0.0.1:${String((server.address() as AddressInfo).port)}/`
    const ask = async (count: number, environment: NodeJS.ProcessEnv = {}): Promise<string[]> => {
      const env = { ...process.env, ...environment }
      const given = [child, address, String(count)]
      const { stdout } = await promisify(execFile)(process.execPath, given, { env })
      return stdout.split('\n')
    }
    expect(await ask(1)).toEqual(['DEPTH_ZERO_SELF_SIGNED_CERT'])
    // All fail at first, and only one of them is the first to load the system's authorities.
    const answers = await ask(3, { SSL_CERT_FILE: certificate })
    expect(answers).toEqual(Array(3).fill('behind the proxy'))
  },
)
