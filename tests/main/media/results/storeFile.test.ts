import { readdirSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createStoreFile } from '../../../../src/main/media/results/storeFile.ts'
import { createMeasuring } from '../../../../src/main/media/measuring/createMeasuring.ts'
import { publicHosts, type HostRule } from '../../../../src/main/network/hostRule.ts'
import { createBlobs } from '../../../../src/main/storage/blobs.ts'
import { flatPng } from '../../../fakes/fakeImages.ts'
import { temporaryFolder } from '../../storage/temporaryFolder.ts'
import { picture } from '../fakeService.ts'
import { loopback, measureWorker } from '../openMediaParts.ts'

type Answer = (response: ServerResponse, request: IncomingMessage) => void

/** Stores what a server of this machine gives under `/file`. */
async function store(
  answer: Answer,
  pages: HostRule = loopback,
  own: (origin: string) => { url?: string; origin?: string } = () => ({}),
) {
  const server = createServer((request, response) => answer(response, request))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const origin = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`
  const blobs = createBlobs(temporaryFolder())
  const { measure, close } = createMeasuring(measureWorker)
  onTestFinished(close)
  const storeFile = createStoreFile({ blobs, pages, measure })
  const { signal } = new AbortController()
  return {
    blobs,
    left: () => readdirSync(blobs.folder, { recursive: true, withFileTypes: true }),
    stored: storeFile({ url: own(origin).url ?? `${origin}/file` }, signal, own(origin).origin),
  }
}

const files = (left: ReturnType<Awaited<ReturnType<typeof store>>['left']>) =>
  left.filter((entry) => entry.isFile())

test('a chain of redirects is followed twenty times, and nothing is kept of it', async () => {
  let asked = 0
  const { stored, left } = await store((response) => {
    asked += 1
    response.writeHead(302, { location: `/hop/${String(asked)}` }).end()
  })
  await expect(stored).rejects.toMatchObject({ code: 'tooManyRedirects' })
  expect(asked).toBe(21)
  expect(files(left())).toEqual([])
})

test.each([
  'http://10.0.0.1/a',
  'http://169.254.169.254/latest',
  'http://[::1]:1/',
  'file:///etc/passwd',
])('a redirect to %s is not followed', async (location) => {
  const pages: HostRule = {
    ...publicHosts,
    allowsHost: () => true,
    allowsAddress: (ip, url) => url.pathname === '/file' || publicHosts.allowsAddress(ip, url),
  }
  const { stored, left } = await store((response) => {
    response.writeHead(302, { location }).end()
  }, pages)
  await expect(stored).rejects.toMatchObject({ code: 'mediaUnusable' })
  expect(files(left())).toEqual([])
})

/** The beginning of a file of 4 MB, after which the connection ends. */
const beginning = Buffer.concat([picture(), Buffer.alloc(2_000_000, 1)])

function breakOff(response: ServerResponse, status: number, headers: Record<string, string>): void {
  response.writeHead(status, { 'content-length': '4000000', ...headers })
  response.write(beginning, () => response.socket?.destroySoon())
}

/** Headers of a server's answer to a request for a file from byte `start` on. */
const restFrom = (start: string): Record<string, string> => ({
  'content-range': `bytes ${start}-3999999/4000000`,
})

test.each([
  ['no server resumes', undefined, 'connectionFailed'],
  ['the server gives the whole file again', '"one"', 'streamBroken'],
  ['its tag is weak', 'W/"weak"', 'connectionFailed'],
])('a body that ends too early is no result: %s', async (_what, etag, code) => {
  const { stored, left } = await store((response) =>
    breakOff(response, 200, etag === undefined ? {} : { etag }),
  )
  await expect(stored).rejects.toMatchObject({ code })
  expect(files(left())).toEqual([])
})

test.each([
  ['of a file that has changed', (start: string) => ({ ...restFrom(start), etag: '"two"' })],
  ['from another place', () => ({ ...restFrom('0'), etag: '"one"' })],
  ['that says not where it begins', () => ({ etag: '"one"' })],
])('a rest %s is not sewn on', async (_what, headers) => {
  let asked = 0
  const { stored, left } = await store((response, request) => {
    asked += 1
    const start = /^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1]
    if (start === undefined) breakOff(response, 200, { etag: '"one"' })
    else breakOff(response, 206, headers(start))
  })
  await expect(stored).rejects.toMatchObject({ code: 'streamBroken' })
  expect(asked).toBe(2)
  expect(files(left())).toEqual([])
})

test('a drawing with a script is a picture, and what only looks like one is not', async () => {
  const drawing =
    '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>x()</script></svg>'
  const { stored } = await store((response) => void response.end(drawing))
  expect(await stored).toMatchObject({ kind: 'image', mediaType: 'image/svg+xml' })
  const page = await store((response) => {
    response.writeHead(200, { 'content-type': 'image/svg+xml' }).end(`<html>${drawing}</html>`)
  })
  await expect(page.stored).rejects.toMatchObject({ code: 'mediaUnusable' })
})

test('a picture of 50,000 by 50,000 pixels is stored with its size, without decoding it', async () => {
  const bomb = Buffer.from(picture())
  bomb.writeUInt32BE(50_000, 16)
  bomb.writeUInt32BE(50_000, 20)
  const { stored } = await store((response) => void response.end(bomb))
  expect(await stored).toMatchObject({ mediaType: 'image/png', width: 50_000, height: 50_000 })
})

test('a picture that never ends is refused at 64 MB, and its connection closed', async () => {
  const closed = Promise.withResolvers<void>()
  const { stored, left } = await store((response) => {
    const block = Buffer.alloc(1_000_000)
    const send = (): void => {
      while (!response.destroyed && response.write(block)) continue
      response.once('drain', send)
    }
    response.once('close', closed.resolve)
    response.write(picture())
    send()
  })
  await expect(stored).rejects.toMatchObject({ code: 'mediaUnusable' })
  await closed.promise
  expect(files(left())).toEqual([])
})

test('nothing at all is no result', async () => {
  const { stored } = await store((response) => void response.end())
  await expect(stored).rejects.toMatchObject({ code: 'mediaUnusable' })
})

/** As in the app: https and public hosts alone. */
const onlyPublic: HostRule = { ...publicHosts, allowsHost: ({ protocol }) => protocol === 'https:' }
const onePicture = await flatPng(5, 3, [1, 2, 3, 255])
const sendPicture: Answer = (response) => void response.end(onePicture)

test.each([
  ['its address', (origin: string) => `${origin}/file`],
  ['a path', () => '/file'],
  ['another name of this computer', (origin: string) => origin.replace('127.0.0.1', 'localhost')],
  ['all addresses', (origin: string) => origin.replace('127.0.0.1', '0.0.0.0')],
])('a service on this computer may answer with its own address: %s', async (_name, urlOf) => {
  const { stored } = await store(sendPicture, onlyPublic, (origin) => ({
    url: urlOf(origin),
    origin,
  }))
  expect(await stored).toMatchObject({ kind: 'image', width: 5, height: 3 })
})

test.each([
  ['no origin is set up', () => undefined],
  [
    'the port is another',
    (origin: string) => `${origin.slice(0, -1)}${origin.endsWith('1') ? '2' : '1'}`,
  ],
  ['the service is elsewhere', () => 'https://api.example.com'],
  ['the protocol is another', (origin: string) => origin.replace('http:', 'https:')],
])('no other address near is fetched: %s', async (_name, originOf) => {
  let asked = 0
  const answer: Answer = (response, request) => {
    asked += 1
    sendPicture(response, request)
  }
  const { stored } = await store(answer, onlyPublic, (origin) => {
    const own = originOf(origin)
    return own === undefined ? {} : { origin: own }
  })
  await expect(stored).rejects.toMatchObject({ code: 'mediaUnusable' })
  expect(asked).toBe(0)
})

test.each(['http://10.0.0.1/a', 'http://127.0.0.1:1/a', 'https://example.com/a'])(
  'a service’s own address leads on to no other: %s',
  async (location) => {
    const { stored } = await store(
      (response) => void response.writeHead(302, { location }).end(),
      onlyPublic,
      (origin) => ({ origin }),
    )
    await expect(stored).rejects.toMatchObject({ code: 'mediaUnusable' })
  },
)
