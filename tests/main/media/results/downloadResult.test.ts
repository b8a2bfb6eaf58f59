import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { canMakeCertificates, makeCertificate } from '../../network/makeCertificate.ts'

const child = join(import.meta.dirname, 'downloadInChild.ts')
const printedSchema = z.object({ hash: z.string(), megabytes: z.number() })
/** Without an end at a round number, so that pieces of all lengths come. */
const block = randomBytes(1_000_003)
const blocks = 100

function* file(): Iterable<Buffer> {
  for (let sent = 0; sent < blocks; sent += 1) yield block
}

function hashOf(pieces: Iterable<Buffer>): string {
  const hash = createHash('sha256')
  for (const piece of pieces) hash.update(piece)
  return hash.digest('hex')
}

const sendFile: RequestListener = ({ url }, response) => {
  if (url === '/length') response.setHeader('content-length', block.length * blocks)
  void pipeline(Readable.from(file()), response).catch(() => undefined)
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

async function download(address: string, way = 'pieces', environment: NodeJS.ProcessEnv = {}) {
  const env = { ...process.env, ...environment }
  const { stdout } = await promisify(execFile)(process.execPath, [child, address, way], { env })
  return printedSchema.parse(JSON.parse(stdout))
}

/** Far above what waits for its reader, and far below what the garbage collection leaves. */
const maxMegabytes = 8

test.each(['length', 'chunked'])(
  'a download arrives whole, and keeps little of it in memory: %s',
  async (how) => {
    const port = await listen(createServer(sendFile))
    const { hash, megabytes } = await download(`http://127.0.0.1:${String(port)}/${how}`)
    expect(hash).toBe(hashOf(file()))
    expect(megabytes).toBeLessThan(maxMegabytes)
  },
)

test.skipIf(!canMakeCertificates)('so it does over TLS, after a redirect', async () => {
  const { path, tls } = makeCertificate()
  const secure = await listen(createSecureServer(tls, sendFile))
  const location = `https://127.0.0.1:${String(secure)}/length`
  const port = await listen(
    createServer((_request, response) => void response.writeHead(302, { location }).end()),
  )
  const address = `http://127.0.0.1:${String(port)}/`
  const { hash, megabytes } = await download(address, 'pieces', { NODE_EXTRA_CA_CERTS: path })
  expect(hash).toBe(hashOf(file()))
  expect(megabytes).toBeLessThan(maxMegabytes)
})

test('a file that is read whole has all its bytes', async () => {
  const port = await listen(createServer(sendFile))
  const { hash } = await download(`http://127.0.0.1:${String(port)}/length`, 'whole')
  expect(hash).toBe(hashOf(file()))
})
