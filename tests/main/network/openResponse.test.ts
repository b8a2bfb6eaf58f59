import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { openResponse, type OpenRequest } from '../../../src/main/network/openResponse.ts'
import { startFaultyServer } from '../../fakes/faultyServer.ts'
import { serveLocally } from './serveLocally.ts'

/** Sends a request to this machine and returns the body of the final answer. */
async function open(url: string, request: Partial<OpenRequest> = {}): Promise<string> {
  const { message } = await openResponse(new URL(url), {
    signal: new AbortController().signal,
    allows: { allowsHost: () => true, allowsAddress: () => true },
    ...request,
  })
  return text(message)
}

test.each([
  [
    'another protocol',
    'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n',
  ],
  ['a protocol without a name', 'HTTP/1.1 101 Switching Protocols\r\n\r\n'],
  ['interim answers without an end', 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(5000)],
])('a server that gives %s ends in an error', async (_what, said) => {
  const server = await startFaultyServer(({ response }) => response.socket?.write(said))
  await expect(open(server.origin)).rejects.toMatchObject({ code: 'ERR_NO_HTTP_ANSWER' })
  await server.ended()
  await server.close()
})

test('redirects in a circle end as soon as an address comes again', async () => {
  const server = await serveLocally(({ url }, response) =>
    response.writeHead(302, { location: url === '/' ? '/next' : '/' }).end(),
  )
  await expect(open(server.origin)).rejects.toMatchObject({
    code: 'tooManyRedirects',
    details: { provider: `127.0.0.1:${String(server.port)}` },
  })
  expect(server.requests.map(({ url }) => url)).toEqual(['/', '/next'])
})

test('a form whose answer is at its own address is no circle', async () => {
  const server = await serveLocally(({ method }, response) =>
    method === 'POST' ? response.writeHead(303, { location: '/' }).end() : response.end('done'),
  )
  expect(await open(server.origin, { method: 'POST', body: 'data' })).toBe('done')
})

test('20 redirects are followed, and no more', async () => {
  const server = await serveLocally(({ url }, response) => {
    const left = Number(url.slice(1))
    if (left === 0) return response.end('here')
    return response.writeHead(302, { location: `/${String(left - 1)}` }).end()
  })
  expect(await open(`${server.origin}/20`)).toBe('here')
  await expect(open(`${server.origin}/21`)).rejects.toMatchObject({ code: 'tooManyRedirects' })
  expect(server.requests).toHaveLength(21 + 21)
})
