import { createServer as createTcpServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import type { AppError } from '../../../src/shared/errors.ts'
import {
  guardedRequest,
  type GuardedAnswer,
  type GuardedRequest,
} from '../../../src/main/network/guardedRequest.ts'
import { publicHosts, typedAddress } from '../../../src/main/network/hostRule.ts'
import type { HostRule } from '../../../src/main/network/hostRule.ts'
import { serveLocally } from './serveLocally.ts'

const limits = { bytes: 1000, milliseconds: 20_000, overflow: 'fail' } as const
/** Takes 127.0.0.1 for the open internet, and every other address for a machine nearby. */
const openWorld: HostRule = {
  allowsHost: () => true,
  allowsAddress: (ip) => ip === '127.0.0.1',
}

function resolveTo(table: Record<string, string[]>): GuardedRequest['resolve'] {
  return (host) =>
    table[host]
      ? Promise.resolve(table[host].map((address) => ({ address, family: 4 })))
      : Promise.reject(Object.assign(new Error('unknown'), { code: 'ENOTFOUND' }))
}

function ask(url: string, options: Partial<GuardedRequest> = {}): Promise<GuardedAnswer> {
  return guardedRequest(url, { allows: openWorld, limits, ...options })
}

const textOf = ({ bytes }: GuardedAnswer): string => Buffer.from(bytes).toString()

test('a request carries what it is given, and the answer is read', async () => {
  const server = await serveLocally((_request, response) => {
    response.writeHead(418, { 'x-tea': 'yes' }).end('short and stout')
  })
  const answer = await ask(`${server.origin}/pot?a=1`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-key': 'k' },
    body: '{"a":1}',
  })
  expect(answer).toMatchObject({ status: 418, isCut: false, url: `${server.origin}/pot?a=1` })
  expect(answer.headers.get('x-tea')).toBe('yes')
  expect(textOf(answer)).toBe('short and stout')
  expect(server.requests).toMatchObject([
    {
      method: 'POST',
      url: '/pot?a=1',
      body: '{"a":1}',
      headers: { 'content-type': 'application/json', 'content-length': '7', 'x-key': 'k' },
    },
  ])
})

/** Spellings of this machine. */
const spellings = [
  '127.0.0.1',
  '127.1',
  '2130706433',
  '0x7f000001',
  '0177.0.0.1',
  '127.0.0.1.',
  'localhost',
  'localhost.',
  'LOCALHOST',
  '１２７.０.０.１',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '0.0.0.0',
  '0',
  'user@127.0.0.1',
  'example.com@127.0.0.1',
  'example.com:80@localhost',
]

test.each([...spellings, '[::1]', '[64:ff9b::7f00:1]', '[::127.0.0.1]', '[::]', '127.0.0.1%2e'])(
  'this machine is not reached as %s',
  async (host) => {
    const server = await serveLocally((_request, response) => response.end())
    const asked = ask(`http://${host}:${String(server.port)}/`, { allows: publicHosts })
    const code = await asked.then(String, (error: AppError) => error.code)
    expect(code).toMatch(/^(?:pluginNetworkRefused|addressInvalid)$/)
    expect(server.requests).toEqual([])
  },
)

test.each(spellings)('without the rule, this machine is reached as %s', async (host) => {
  const server = await serveLocally((_request, response) => response.end('reached'))
  const allows: HostRule = { allowsHost: () => true, allowsAddress: () => true }
  expect(textOf(await ask(`http://${host}:${String(server.port)}/`, { allows }))).toBe('reached')
})

test.each(['169.254.169.254', '[fd00:ec2::254]', '100.100.100.200', '0.0.0.0', '224.0.0.1'])(
  '%s is not reached even if the user typed it',
  async (host) => {
    const address = `http://${host}/latest/meta-data/`
    const asked = ask(address, { allows: typedAddress(new URL(address)) })
    await expect(asked).rejects.toMatchObject({ code: 'pluginNetworkRefused' })
  },
)

test('a nearby machine whose address the user typed is reached, and no other', async () => {
  const inner = await serveLocally((_request, response) => response.end('secret'))
  const outer = await serveLocally(({ url }, response) =>
    url === '/away'
      ? response.writeHead(302, { location: inner.origin }).end()
      : response.end('hello'),
  )
  const allows = typedAddress(new URL(outer.origin))
  expect(textOf(await ask(outer.origin, { allows }))).toBe('hello')
  await expect(ask(`${outer.origin}/away`, { allows })).rejects.toMatchObject({
    code: 'pluginNetworkRefused',
    details: { subject: `127.0.0.1:${String(inner.port)}` },
  })
  expect(inner.requests).toEqual([])
})

test.each(['file:///etc/passwd', 'ftp://example.com/', 'data:text/plain,x', 'blob:null/1'])(
  '%s is no address on the web',
  async (url) => {
    await expect(ask(url)).rejects.toMatchObject({ code: 'pluginNetworkRefused' })
  },
)

test('a name is reached only at addresses that are allowed', async () => {
  const server = await serveLocally((_request, response) => response.end('here'))
  const resolve = resolveTo({
    'good.test': ['127.0.0.1'],
    'bad.test': ['127.0.0.2'],
    'mixed.test': ['127.0.0.2', '127.0.0.1'],
  })
  const at = (host: string) => ask(`http://${host}:${String(server.port)}/`, { resolve })
  expect(textOf(await at('good.test'))).toBe('here')
  expect(textOf(await at('good.test.'))).toBe('here')
  expect(textOf(await at('mixed.test'))).toBe('here')
  await expect(at('bad.test')).rejects.toMatchObject({
    code: 'pluginNetworkRefused',
    details: { subject: `bad.test:${String(server.port)}` },
  })
  await expect(at('unknown.test')).rejects.toMatchObject({ code: 'connectionFailed' })
  expect(server.requests.map(({ headers }) => headers.host)).toEqual([
    `good.test:${String(server.port)}`,
    `good.test:${String(server.port)}`,
    `mixed.test:${String(server.port)}`,
  ])
})

test('a name that changes its mind is judged again for each connection', async () => {
  const server = await serveLocally((_request, response) =>
    response.writeHead(302, { location: '/again', connection: 'close' }).end(),
  )
  let lookups = 0
  const asked = ask(`http://turning.test:${String(server.port)}/`, {
    resolve: () => {
      lookups += 1
      const address = lookups === 1 ? '127.0.0.1' : '127.0.0.2'
      return Promise.resolve([{ address, family: 4 }])
    },
  })
  await expect(asked).rejects.toMatchObject({ code: 'pluginNetworkRefused' })
  expect(server.requests).toHaveLength(1)
  expect(lookups).toBe(2)
})

test('a redirect to a host that the rule does not name is refused', async () => {
  const other = await serveLocally((_request, response) => response.end('other'))
  const server = await serveLocally((_request, response) =>
    response.writeHead(302, { location: `http://other.test:${String(other.port)}/` }).end(),
  )
  const allows: HostRule = { ...openWorld, allowsHost: ({ hostname }) => hostname === 'own.test' }
  const resolve = resolveTo({ 'own.test': ['127.0.0.1'], 'other.test': ['127.0.0.1'] })
  const asked = ask(`http://own.test:${String(server.port)}/`, { allows, resolve })
  await expect(asked).rejects.toMatchObject({
    code: 'pluginNetworkRefused',
    details: { subject: `other.test:${String(other.port)}` },
  })
  expect(other.requests).toEqual([])
})

test('secrets do not follow a redirect to another origin', async () => {
  const other = await serveLocally((_request, response) => response.end('other'))
  const server = await serveLocally(({ url }, response) =>
    response.writeHead(302, { location: url === '/' ? '/same' : `${other.origin}/away` }).end(),
  )
  const secrets = { authorization: 'Bearer s', cookie: 's=1', 'x-parley-plugin-settings': 's' }
  await ask(server.origin, { headers: { ...secrets, 'x-api-key': 's', accept: 'text/plain' } })
  expect(server.requests[1]?.headers).toMatchObject(secrets)
  const { headers } = other.requests[0]!
  expect(headers.accept).toBe('text/plain')
  expect(Object.keys(headers).toSorted()).toEqual([
    'accept',
    'accept-encoding',
    'connection',
    'host',
    'user-agent',
  ])
})

test.each([
  [301, 'GET', ''],
  [302, 'GET', ''],
  [303, 'GET', ''],
  [307, 'POST', 'data'],
  [308, 'POST', 'data'],
])('after a POST, %s asks with %s', async (status, method, body) => {
  const server = await serveLocally(({ url }, response) =>
    url === '/' ? response.writeHead(status, { location: '/next' }).end() : response.end(),
  )
  await ask(server.origin, {
    method: 'POST',
    body: 'data',
    headers: { 'content-type': 'text/plain' },
  })
  expect(server.requests[1]).toMatchObject({ method, body, url: '/next' })
  expect('content-type' in server.requests[1]!.headers).toBe(body !== '')
})

test('data follows a redirect to another server only where the rule says so', async () => {
  const other = await serveLocally((_request, response) => response.end('other'))
  const server = await serveLocally((_request, response) =>
    response.writeHead(307, { location: other.origin }).end(),
  )
  const post = { method: 'POST', body: 'data' }
  await expect(ask(server.origin, post)).rejects.toMatchObject({ code: 'pluginNetworkRefused' })
  expect(other.requests).toEqual([])
  await ask(server.origin, { ...post, allows: { ...openWorld, allowsBody: () => true } })
  expect(other.requests).toMatchObject([{ method: 'POST', body: 'data' }])
})

test.each(['http://', 'http://[', 'javascript:alert(1)', 'file:///etc/passwd'])(
  'a redirect to %s is refused',
  async (location) => {
    const server = await serveLocally((_request, response) =>
      response.writeHead(302, { location }).end(),
    )
    await expect(ask(server.origin)).rejects.toMatchObject({ code: 'pluginNetworkRefused' })
  },
)

test('user name and password in an address are not sent', async () => {
  const server = await serveLocally((_request, response) => response.end())
  await ask(server.origin.replace('//', '//user:pass@'))
  expect(server.requests[0]?.headers).not.toHaveProperty('authorization')
})

test('headers that decide where a request ends are not taken from the caller', async () => {
  const server = await serveLocally((_request, response) => response.end())
  await ask(server.origin, {
    method: 'POST',
    body: 'data',
    headers: {
      host: 'inner.test',
      'Content-Length': '400',
      'Transfer-Encoding': 'chunked',
      Upgrade: 'h2c',
      'Proxy-Authorization': 's',
    },
  })
  expect(server.requests[0]).toMatchObject({ body: 'data', headers: { 'content-length': '4' } })
  const { headers } = server.requests[0]!
  expect(headers.host).toBe(`127.0.0.1:${String(server.port)}`)
  expect(headers).not.toHaveProperty('upgrade')
  expect(headers).not.toHaveProperty('proxy-authorization')
})

test('a header with a line’s end is not sent', async () => {
  const server = await serveLocally((_request, response) => response.end())
  const asked = ask(server.origin, { headers: { 'x-key': 'a\r\nx-other: b' } })
  await expect(asked).rejects.toMatchObject({ code: 'connectionFailed' })
  expect(server.requests).toEqual([])
})

test('an answer over its limit fails, or is cut', async () => {
  const server = await serveLocally(({ url }, response) => {
    const piece = 'x'.repeat(600)
    response.write(piece)
    if (url === '/fits') return response.end('x'.repeat(400))
    const write = (): void => {
      while (response.write(piece)) continue
      response.once('drain', write)
    }
    return write()
  })
  const cut = { ...limits, overflow: 'cut' } as const
  expect((await ask(`${server.origin}/fits`)).bytes).toHaveLength(1000)
  await expect(ask(server.origin)).rejects.toMatchObject({ code: 'tooHeavy' })
  const answer = await ask(server.origin, { limits: cut })
  expect(answer.isCut).toBe(true)
  expect(answer.bytes).toHaveLength(1000)
  expect(await ask(`${server.origin}/fits`, { limits: cut })).toMatchObject({ isCut: false })
})

test.each([
  ['gzip', gzipSync],
  ['br', brotliCompressSync],
])('%s is decompressed, within the limit', async (encoding, compress) => {
  const server = await serveLocally(({ url }, response) => {
    const text = url === '/bomb' ? Buffer.alloc(20_000_000) : Buffer.from('small')
    response.writeHead(200, { 'content-encoding': encoding }).end(compress(text))
  })
  expect(textOf(await ask(server.origin))).toBe('small')
  await expect(ask(`${server.origin}/bomb`)).rejects.toMatchObject({ code: 'tooHeavy' })
})

test.each([
  ['an unknown compression', 'zip', 'x'],
  ['compressions within each other', 'gzip, gzip', gzipSync(gzipSync('x'))],
  ['what is not compressed as it says', 'gzip', 'x'],
])('%s is an error', async (_what, encoding, body) => {
  const server = await serveLocally((_request, response) =>
    response.writeHead(200, { 'content-encoding': encoding }).end(body),
  )
  await expect(ask(server.origin)).rejects.toMatchObject({ code: 'connectionFailed' })
})

/** Starts a server that writes bytes without being an HTTP server. */
async function serveBytes(begin: (write: (text: string) => void) => void): Promise<string> {
  const server = createTcpServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => begin((text) => void socket.write(text)))
    onTestFinished(() => void socket.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/`
}

test('headers without an end are an error', async () => {
  const url = await serveBytes((write) =>
    write(`HTTP/1.1 200 OK\r\n${'x-filler: 0123456789\r\n'.repeat(5000)}`),
  )
  await expect(ask(url)).rejects.toMatchObject({ code: 'connectionFailed' })
})

test.each([
  ['its headers', 'HTTP/1.1 200 OK\r\nx-slow: '],
  ['its body', 'HTTP/1.1 200 OK\r\n\r\n'],
])('a server that never ends %s is given up', async (_what, beginning) => {
  const url = await serveBytes((write) => {
    write(beginning)
    const timer = setInterval(() => write('x'), 10)
    onTestFinished(() => clearInterval(timer))
  })
  const asked = ask(url, { limits: { ...limits, milliseconds: 300 } })
  await expect(asked).rejects.toMatchObject({ code: 'timeout' })
})

test('a look-up that never ends is given up', async () => {
  const asked = ask('http://slow.test/', {
    limits: { ...limits, milliseconds: 100 },
    resolve: () => new Promise(() => undefined),
  })
  await expect(asked).rejects.toMatchObject({ code: 'timeout' })
})

test('Stop ends a request at once', async () => {
  const stop = new AbortController()
  const server = await serveLocally((_request, response) => {
    response.write('beginning')
    stop.abort()
  })
  const asked = ask(server.origin, { signal: stop.signal })
  await expect(asked).rejects.toMatchObject({ code: 'aborted' })
  await expect(ask(server.origin, { signal: stop.signal })).rejects.toMatchObject({
    code: 'aborted',
  })
  expect(server.requests).toHaveLength(1)
})

test('a connection that breaks off is an error', async () => {
  const server = await serveLocally((_request, response) => {
    response.writeHead(200, { 'content-length': '100' })
    response.write('x', () => response.destroy())
  })
  await expect(ask(server.origin)).rejects.toMatchObject({ code: 'connectionFailed' })
})
