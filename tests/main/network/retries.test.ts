import type { ServerResponse } from 'node:http'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import {
  guardedRequest,
  type GuardedAnswer,
  type GuardedRequest,
} from '../../../src/main/network/guardedRequest.ts'
import type { HostRule } from '../../../src/main/network/hostRule.ts'
import { readRetries, type Retries } from '../../../src/main/network/retries.ts'
import { serveLocally, type LocalServer } from './serveLocally.ts'

const limits = { bytes: 1000, milliseconds: 20_000, overflow: 'fail' } as const
const anywhere: HostRule = { allowsHost: () => true, allowsAddress: () => true }

/** Returns retries without pauses, and the pauses in milliseconds that there would have been. */
function withoutPauses(): { retries: Retries; pauses: number[] } {
  const pauses: number[] = []
  const sleep: Retries['sleep'] = (milliseconds) => Promise.resolve(pauses.push(milliseconds))
  return { retries: { ...readRetries, sleep }, pauses }
}

function ask(url: string, options: Partial<GuardedRequest> = {}): Promise<GuardedAnswer> {
  return guardedRequest(url, { allows: anywhere, limits, ...options })
}

/** Starts a server whose first answers fail. */
function failFirst(
  times: number,
  fail: (response: ServerResponse) => unknown,
): Promise<LocalServer> {
  let left = times
  return serveLocally((_request, response) => {
    left -= 1
    if (left >= 0) fail(response)
    else response.end('at last')
  })
}

test.each([
  ['a connection that is closed', (response: ServerResponse) => response.destroy()],
  ...[429, 502, 503, 504].map(
    (status) =>
      [String(status), (response: ServerResponse) => response.writeHead(status).end()] as const,
  ),
] as const)('after %s a page is asked for again, up to three times', async (_what, fail) => {
  const { retries, pauses } = withoutPauses()
  const server = await failFirst(3, fail)
  expect(Buffer.from((await ask(server.origin, { retries })).bytes).toString()).toBe('at last')
  expect(server.requests).toHaveLength(4)
  for (const [index, pause] of pauses.entries()) {
    expect(pause).toBeGreaterThanOrEqual(375 * 2 ** index)
    expect(pause).toBeLessThanOrEqual(500 * 2 ** index)
  }
})

test('the fourth failure stands', async () => {
  const { retries, pauses } = withoutPauses()
  const busy = await failFirst(4, (response) => response.writeHead(503).end('busy'))
  expect(await ask(busy.origin, { retries })).toMatchObject({ status: 503 })
  const broken = await failFirst(4, (response) => response.destroy())
  await expect(ask(broken.origin, { retries })).rejects.toMatchObject({ code: 'connectionFailed' })
  expect([busy.requests.length, broken.requests.length, pauses.length]).toEqual([4, 4, 6])
})

test('a port where nothing listens is tried again', async () => {
  const free = createServer()
  await new Promise<void>((resolve) => free.listen(0, '127.0.0.1', resolve))
  const { port } = free.address() as AddressInfo
  await new Promise((resolve) => free.close(resolve))
  const { retries, pauses } = withoutPauses()
  const asked = ask(`http://127.0.0.1:${String(port)}/`, { retries })
  await expect(asked).rejects.toMatchObject({ code: 'connectionFailed' })
  expect(pauses).toHaveLength(3)
})

test('retries are counted over all redirects', async () => {
  const { retries, pauses } = withoutPauses()
  let turns = 0
  const server = await serveLocally(({ url }, response) => {
    turns += 1
    if (turns % 2 === 1) return response.writeHead(502).end()
    return response.writeHead(302, { location: `${url}x` }).end()
  })
  expect(await ask(server.origin, { retries })).toMatchObject({ status: 502 })
  expect(server.requests.map(({ url }) => url)).toEqual([
    '/',
    '/',
    '/x',
    '/x',
    '/xx',
    '/xx',
    '/xxx',
  ])
  expect(pauses).toHaveLength(3)
})

test.each([
  ['seconds', { 'retry-after': '2' }, 2000],
  ['no time', { 'retry-after': '0' }, 0],
  [
    'a date, by the server’s clock',
    { 'retry-after': 'Sun, 01 Feb 2026 10:00:04 GMT', date: 'Sun, 01 Feb 2026 10:00:00 GMT' },
    4000,
  ],
])('the server’s wait counts: %s', async (_what, headers, pause) => {
  const { retries, pauses } = withoutPauses()
  const server = await failFirst(1, (response) => response.writeHead(429, headers).end())
  expect(await ask(server.origin, { retries })).toMatchObject({ status: 200 })
  expect(pauses).toEqual([pause])
})

test('a server that asks for a long wait is not asked again', async () => {
  const { retries, pauses } = withoutPauses()
  const server = await failFirst(1, (response) =>
    response.writeHead(503, { 'retry-after': '6' }).end(),
  )
  expect(await ask(server.origin, { retries })).toMatchObject({ status: 503 })
  expect(pauses).toEqual([])
})

test.each([
  ['a POST', { method: 'POST', body: 'data' }, (response: ServerResponse) => response.destroy()],
  ['a DELETE', { method: 'DELETE' }, (response: ServerResponse) => response.writeHead(503).end()],
  ['a page that is missing', {}, (response: ServerResponse) => response.writeHead(404).end()],
  ['a server that fails', {}, (response: ServerResponse) => response.writeHead(500).end()],
  [
    'an answer that breaks off',
    {},
    (response: ServerResponse) => {
      response.writeHead(200, { 'content-length': '100' })
      response.write('x', () => response.destroy())
    },
  ],
])('%s is not sent again', async (_what, request, fail) => {
  const { retries, pauses } = withoutPauses()
  const server = await failFirst(1, fail)
  await ask(server.origin, { ...request, retries }).catch(() => undefined)
  expect(server.requests).toHaveLength(1)
  expect(pauses).toEqual([])
})

test.each([
  [
    'a name that nobody has',
    () => Promise.reject(Object.assign(new Error(), { code: 'ENOTFOUND' })),
  ],
  ['an address that is refused', () => Promise.resolve([{ address: '10.0.0.1', family: 4 }])],
])('%s ends at once', async (_what, resolve) => {
  const { retries, pauses } = withoutPauses()
  const allows = { ...anywhere, allowsAddress: () => false }
  await expect(ask('http://a.test/', { retries, resolve, allows })).rejects.toMatchObject({
    code: expect.stringMatching(/^(?:connectionFailed|pluginNetworkRefused)$/) as unknown,
  })
  expect(pauses).toEqual([])
})

test('Stop ends a pause at once, and nothing is sent after it', async () => {
  const stop = new AbortController()
  const retries: Retries = {
    ...readRetries,
    sleep: (_milliseconds, signal) => {
      const slept = readRetries.sleep(1_000_000, signal)
      stop.abort()
      return slept
    },
  }
  const server = await failFirst(1, (response) => response.writeHead(503).end())
  const asked = ask(server.origin, { retries, signal: stop.signal })
  await expect(asked).rejects.toMatchObject({ code: 'aborted' })
  expect(server.requests).toHaveLength(1)
})

test('the time limit of the whole request ends a pause', async () => {
  const retries: Retries = {
    ...readRetries,
    sleep: (_milliseconds, signal) => readRetries.sleep(1_000_000, signal),
  }
  const server = await failFirst(1, (response) => response.writeHead(503).end())
  const asked = ask(server.origin, { retries, limits: { ...limits, milliseconds: 100 } })
  await expect(asked).rejects.toMatchObject({ code: 'timeout' })
  expect(server.requests).toHaveLength(1)
})
