import { randomBytes } from 'node:crypto'
import { openAsBlob, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  createTransport,
  ownConnection,
} from '../../../../src/main/providers/transport/transport.ts'
import { sendJson, startFakeServer } from '../../../fakes/fakeServer.ts'
import { temporaryFolder } from '../../storage/temporaryFolder.ts'

test('a server on this machine is reached past the proxy, the others through it', async () => {
  const proxy = await startFakeServer((_seen, response) => {
    sendJson(response, 200, { from: 'proxy' })
  })
  const server = await startFakeServer((_seen, response) => {
    sendJson(response, 200, { from: 'server' })
  })
  const environment = { HTTP_PROXY: proxy.origin, NO_PROXY: '' }
  const names = ['HTTP_PROXY', 'http_proxy', 'NODE_USE_ENV_PROXY'] as const
  const before = names.map((name) => process.env[name])
  for (const name of names) process.env[name] = name === 'NODE_USE_ENV_PROXY' ? '1' : proxy.origin
  try {
    const direct = await createTransport()(`${server.origin}/v1/models`)
    expect(await direct.json()).toEqual({ from: 'server' })
    const hosted = createTransport({ proxyEnvironment: environment })
    const throughProxy = await hosted('http://api.example.com/v1/models')
    expect(await throughProxy.json()).toEqual({ from: 'proxy' })
    expect(proxy.requests).toHaveLength(1)
  } finally {
    names.forEach((name, index) => {
      const value = before[index]
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
    })
    await proxy.close()
    await server.close()
  }
})

test('a host that swallows packets is given up', async () => {
  // TEST-NET-1, RFC 5737: it never answers, or there is no route to it.
  const fetch = createTransport({ connectMilliseconds: 50 })
  await expect(fetch('http://192.0.2.1/')).rejects.toHaveProperty('code')
})

test('gives all that arrived before it tells that the connection broke', async () => {
  const server = await startFakeServer(async (_seen, response) => {
    response.writeHead(200)
    await new Promise((resolve) => response.write('x'.repeat(100_000), resolve))
    response.destroy()
  })
  const response = await createTransport()(server.origin)
  let length = 0
  const read = async () => {
    for await (const piece of response.body ?? []) length += piece.length
  }
  await expect(read()).rejects.toThrow()
  expect(length).toBe(100_000)
  await server.close()
})

test('an answer without a body has none', async () => {
  const server = await startFakeServer((_seen, response) => {
    response.writeHead(204).end()
  })
  const response = await createTransport()(server.origin)
  expect(response.status).toBe(204)
  expect(response.body).toBeNull()
  await server.close()
})

test('a Blob of a file is sent as it is, with its length', async () => {
  const path = join(temporaryFolder(), 'large')
  const bytes = randomBytes(3_000_000)
  writeFileSync(path, bytes)
  const server = await startFakeServer((_seen, response) => sendJson(response, 200, {}))
  await createTransport()(server.origin, { method: 'PUT', body: await openAsBlob(path) })
  expect(server.requests[0]?.bytes.equals(bytes)).toBe(true)
  expect(server.requests[0]?.headers).toMatchObject({ 'content-length': '3000000' })
  expect(server.requests[0]?.headers).not.toHaveProperty('transfer-encoding')
  await server.close()
})

test('a Blob whose file has changed sends nothing that looks whole', async () => {
  const path = join(temporaryFolder(), 'changed')
  writeFileSync(path, randomBytes(3_000_000))
  const body = await openAsBlob(path)
  writeFileSync(path, 'short')
  const server = await startFakeServer((_seen, response) => sendJson(response, 200, {}))
  await expect(createTransport()(server.origin, { method: 'PUT', body })).rejects.toMatchObject({
    code: 'attachmentMissing',
  })
  expect(server.requests).toEqual([])
  await server.close()
})

test('a request that may not be repeated gets a connection of its own', async () => {
  const server = await startFakeServer((_seen, response) => sendJson(response, 200, {}))
  const fetch = createTransport({ keepAlive: 'idempotent' })
  const send = async (method: string) => (await fetch(server.origin, { method })).text()
  for (const method of ['GET', 'POST', 'GET', 'PUT', 'POST']) await send(method)
  const ports = server.requests.map(({ remotePort }) => remotePort)
  const [get, post, nextGet, put, nextPost] = ports
  expect([nextGet, put]).toEqual([get, get])
  expect(new Set([get, post, nextPost]).size).toBe(3)
  await server.close()
})

test('a request that asks for it gets a connection of its own beside kept ones', async () => {
  const server = await startFakeServer((_seen, response) => sendJson(response, 200, {}))
  const fetch = createTransport({ keepAlive: true })
  const send = async (init: RequestInit) => (await fetch(server.origin, init)).text()
  await send({ method: 'POST' })
  await send({ method: 'POST', headers: ownConnection })
  await send({ method: 'POST' })
  const [kept, own, keptAgain] = server.requests.map(({ remotePort }) => remotePort)
  expect(keptAgain).toBe(kept)
  expect(own).not.toBe(kept)
  await server.close()
})

test('a request on a kept connection that broke is not sent again, as it may have arrived', async () => {
  const server = await startFakeServer((_seen, response) => {
    if (server.requests.length === 1) sendJson(response, 200, {})
    else response.destroy()
  })
  const send = createTransport({ keepAlive: true })
  await (await send(server.origin, { method: 'POST', body: '{}' })).text()
  await expect(send(server.origin, { method: 'POST', body: '{}' })).rejects.toThrow('hang up')
  expect(server.requests).toHaveLength(2)
  expect(server.requests[1]?.remotePort).toBe(server.requests[0]?.remotePort)
  await server.close()
})
