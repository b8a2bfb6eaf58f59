import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { createGuardedFetch } from '../../../src/main/network/guardedFetch.ts'
import type { HostRule } from '../../../src/main/network/hostRule.ts'
import { serveLocally } from './serveLocally.ts'

const allows: HostRule = {
  allowsHost: ({ hostname }) => hostname !== 'other.test',
  allowsAddress: (ip) => ip === '127.0.0.1',
}
const fetch = createGuardedFetch({ allows, bytesMaximum: 1000 })

test('text and form fields are sent, and the answer is a Response', async () => {
  const server = await serveLocally(({ url }, response) =>
    url === '/empty'
      ? response.writeHead(204).end()
      : response.setHeader('content-type', 'application/json').end('{"a":1}'),
  )
  const answer = await fetch(`${server.origin}/x`, {
    method: 'POST',
    body: 'text',
    headers: new Headers({ authorization: 'Bearer s' }),
  })
  expect(answer).toMatchObject({ status: 200, ok: true, url: `${server.origin}/x` })
  expect(await answer.json()).toEqual({ a: 1 })
  await (await fetch(server.origin, { method: 'POST', body: new URLSearchParams('a=1') })).text()
  expect((await fetch(`${server.origin}/empty`)).body).toBeNull()
  expect(server.requests).toMatchObject([
    { body: 'text', headers: { authorization: 'Bearer s' } },
    {
      body: 'a=1',
      headers: { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' },
    },
    { method: 'GET' },
  ])
})

test('an event stream arrives event by event, and may last', async () => {
  let next: (() => void) | undefined
  const server = await serveLocally((_request, response) => {
    response.setHeader('content-type', 'text/event-stream')
    let count = 0
    next = () => {
      // The two halves of an event's end come apart.
      response.write(`data: ${String(count++).repeat(100)}\n`)
      response.write('\n')
    }
    next()
  })
  const reader = (await fetch(server.origin)).body!.getReader()
  const decoder = new TextDecoder()
  for (let count = 0, text = ''; count < 50; count += 1) {
    while (!text.includes('\n\n')) {
      const { value } = await reader.read()
      text += decoder.decode(value)
    }
    expect(text).toBe(`data: ${String(count).repeat(100)}\n\n`)
    text = ''
    next!()
  }
  await reader.cancel()
})

test.each([
  ['an event', 'text/event-stream', 'data: x\r\n'],
  ['an answer', 'application/json', '[]\n\n\n'],
])('%s without an end is an error', async (_what, type, line) => {
  const server = await serveLocally((_request, response) => {
    response.setHeader('content-type', type)
    const write = (): void => {
      while (response.write(line.repeat(100))) continue
      response.once('drain', write)
    }
    write()
  })
  const answer = await fetch(server.origin)
  await expect(answer.text()).rejects.toMatchObject({ code: 'tooHeavy' })
})

test('a compressed answer that nobody asked for is read within the limit', async () => {
  const server = await serveLocally(({ url }, response) => {
    const text = url === '/bomb' ? Buffer.alloc(20_000_000) : Buffer.from('small')
    response.setHeader('content-encoding', 'gzip').end(gzipSync(text))
  })
  expect(await (await fetch(server.origin)).text()).toBe('small')
  const bomb = await fetch(`${server.origin}/bomb`)
  await expect(bomb.text()).rejects.toMatchObject({ code: 'tooHeavy' })
})

test('a GET is sent again if the caller has it so, and never a POST', async () => {
  const server = await serveLocally((_request, response) => response.writeHead(503).end())
  const retries = { max: 3, sleep: () => Promise.resolve() }
  const patient = createGuardedFetch({ allows, retries })
  const post = { method: 'POST', body: 'a' }
  expect((await patient(server.origin)).status).toBe(503)
  expect((await patient(server.origin, post)).status).toBe(503)
  expect((await fetch(server.origin)).status).toBe(503)
  expect(server.requests.map(({ method }) => method)).toEqual([
    ...['GET', 'GET', 'GET', 'GET'],
    ...['POST', 'GET'],
  ])
})

test('redirects are followed, shown or refused as the caller says', async () => {
  const server = await serveLocally(({ url }, response) =>
    url === '/' ? response.writeHead(302, { location: '/next' }).end() : response.end('next'),
  )
  expect(await (await fetch(server.origin)).text()).toBe('next')
  const shown = await fetch(server.origin, { redirect: 'manual' })
  expect(shown.status).toBe(302)
  expect(shown.headers.get('location')).toBe('/next')
  await expect(fetch(server.origin, { redirect: 'error' })).rejects.toThrow(TypeError)
})

test('hosts and addresses are judged, on kept connections too', async () => {
  const server = await serveLocally((_request, response) => response.end('x'))
  let address = '127.0.0.1'
  const turning = createGuardedFetch({
    allows,
    resolve: () => Promise.resolve([{ address, family: 4 }]),
  })
  const at = (host: string) => turning(`http://${host}:${String(server.port)}/`)
  expect(await (await at('own.test')).text()).toBe('x')
  address = '127.0.0.2'
  await expect(at('new.test')).rejects.toMatchObject({ code: 'pluginNetworkRefused' })
  await expect(at('other.test')).rejects.toMatchObject({ code: 'pluginNetworkRefused' })
  await expect(fetch(`http://127.0.0.2:${String(server.port)}/`)).rejects.toMatchObject({
    code: 'pluginNetworkRefused',
  })
  expect(server.requests).toHaveLength(1)
})

test('the caller’s signal ends a request, and a body', async () => {
  const server = await serveLocally(({ url }, response) => {
    if (url === '/body') response.write('beginning')
  })
  const stop = new AbortController()
  const waiting = fetch(server.origin, { signal: stop.signal })
  const body = await fetch(`${server.origin}/body`, { signal: stop.signal })
  const reader = body.body!.getReader()
  await reader.read()
  stop.abort()
  await expect(waiting).rejects.toMatchObject({ code: 'aborted' })
  await expect(reader.read()).rejects.toThrow()
})
