import { execFile } from 'node:child_process'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { canMakeCertificates, makeCertificate } from './makeCertificate.ts'

const child = join(import.meta.dirname, 'requestInChild.ts')
// On Linux SSL_CERT_FILE replaces the system's store.
const possible = process.platform === 'linux' && canMakeCertificates

test.skipIf(!possible)(
  'an authority that only the system knows is trusted by all requests',
  async () => {
    const { path: certificate, tls } = makeCertificate()
    const server = createServer(tls, (_request, response) => response.end('behind the proxy'))
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
