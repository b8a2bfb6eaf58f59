import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { AppError } from '../../../src/shared/errors.ts'
import { expect, onTestFinished, test } from 'vitest'
import { addressServer, openServers, publishedServer } from './testServers.ts'

const never = new AbortController().signal

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** Starts the published server, and returns its origin. */
async function startEverything(kind: 'streamableHttp' | 'sse'): Promise<string> {
  const port = String(await freePort())
  const child = spawn(process.execPath, [publishedServer('everything'), kind], {
    env: { ...process.env, PORT: port },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const { promise: listens, resolve } = Promise.withResolvers<void>()
  child.stderr.on('data', (chunk: Buffer) => {
    if (chunk.toString('utf8').includes(port)) resolve()
  })
  await listens
  return `http://127.0.0.1:${port}`
}

for (const [kind, path, transport] of [
  ['streamableHttp', '/mcp', 'http'],
  ['sse', '/sse', 'sse'],
  // An address says nothing about what is spoken there.
  ['sse', '/sse', 'http'],
] as const) {
  test(`server-everything answers over ${kind}, configured as ${transport}`, async () => {
    const servers = await openServers()
    const server = addressServer((await startEverything(kind)) + path, {}, transport)
    const { tools } = await servers.describe(server, never)
    expect(tools.map(({ name }) => name)).toContain('echo')
    const echo = await servers.callTool(server, 'echo', { message: 'hé' }, { signal: never })
    expect(echo.parts).toStrictEqual([{ type: 'text', text: 'Echo: hé' }])
    const seen: number[] = []
    await servers.callTool(
      server,
      'trigger-long-running-operation',
      { duration: 0.2, steps: 2 },
      { signal: never, onProgress: ({ done }) => seen.push(done) },
    )
    expect(seen[0]).toBe(1)
  })
}

test('headers come from settings, and everything goes through the fetch that is given', async () => {
  const seen: { url: string; key: string | null }[] = []
  const servers = await openServers()
  const reference = addressServer('https://${user_config.host}/mcp', {
    values: { host: 'example.com', key: 'k1' },
    fetch: (url, init) => {
      seen.push({ url: String(url), key: new Headers(init?.headers).get('x-key') })
      return Promise.resolve(new Response('no', { status: 401 }))
    },
  })
  const setup = await reference.setup()
  if (setup.config.transport === 'stdio') throw new Error('No address')
  const config = { ...setup.config, headers: { 'X-Key': '${user_config.key}' } }
  const server = { ...reference, setup: () => Promise.resolve({ ...setup, config }) }
  await expect(servers.describe(server, never)).rejects.toMatchObject({
    code: 'pluginServerFailed',
    details: { status: 401 },
  })
  expect(seen.length).toBeGreaterThan(0)
  expect(new Set(seen.map(({ url }) => url))).toStrictEqual(new Set(['https://example.com/mcp']))
  expect(seen.every(({ key }) => key === 'k1')).toBe(true)
})

test('what the fetch refuses is told as it is', async () => {
  const servers = await openServers()
  const refusal = new AppError('pluginNetworkRefused', 'Not on the sheet', {
    subject: 'example.com',
  })
  const server = addressServer('https://example.com/mcp', { fetch: () => Promise.reject(refusal) })
  await expect(servers.describe(server, never)).rejects.toMatchObject({
    code: 'pluginNetworkRefused',
    details: { subject: 'example.com' },
  })
})

test('a server that is not there is told', async () => {
  const servers = await openServers()
  const server = addressServer(`http://127.0.0.1:${String(await freePort())}/mcp`)
  await expect(servers.describe(server, never)).rejects.toMatchObject({
    code: 'pluginServerFailed',
    details: { answer: expect.stringContaining('ECONNREFUSED') as string },
  })
})
