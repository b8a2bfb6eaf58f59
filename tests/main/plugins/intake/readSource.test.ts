import { expect, onTestFinished, test } from 'vitest'
import { bundledIndex } from '../../../../src/main/plugins/bundledIndex.ts'
import { serversInFile } from '../../../../src/main/plugins/intake/readServer.ts'
import { readSource } from '../../../../src/main/plugins/intake/readSource.ts'
import type { PluginSource } from '../../../../src/shared/plugins/plugins.ts'
import { pluginSheetSchema } from '../../../../src/shared/plugins/pluginSheet.ts'
import { sendJson, startFakeServer, type Route } from '../../../fakes/fakeServer.ts'
import { manifestWith } from '../manifests.ts'

const bytesOf = (value: unknown): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value))

function read(source: Exclude<PluginSource, { kind: 'installed' }>) {
  return readSource(source, {
    readOpenApi: () => Promise.reject(new Error('No OpenAPI here')),
    servers: {
      openBundle: () => Promise.reject(new Error('No bundle here')),
      probe: () => Promise.resolve(null),
    },
  })
}

const readFile = (value: unknown, server?: string) =>
  read({ kind: 'file', name: 'a.json', bytes: bytesOf(value), ...(server && { server }) })

async function serve(route: Route): Promise<string> {
  const server = await startFakeServer(route)
  onTestFinished(() => server.close())
  return server.origin
}

test('every server of the index becomes a sheet', async () => {
  for (const [id, entry] of bundledIndex()) {
    if ('manifest' in entry) continue
    const { sheet, program } = await read({ kind: 'index', id })
    expect(pluginSheetSchema.parse(sheet)).toMatchObject({
      id,
      title: entry.title,
      format: 'mcp',
      tools: [],
      origin: { kind: 'index' },
    })
    expect(program.mcp?.areToolsRead).toBe(false)
    // Either it runs here, or it is told what it is sent.
    expect(sheet.hosts.length === 1).toBe(sheet.process === null)
  }
})

test('a package of the index is pinned, and the sheet names it', async () => {
  const { sheet } = await read({ kind: 'index', id: 'mcp-memory' })
  expect(sheet.process).toMatchObject({
    arguments: ['@modelcontextprotocol/server-memory@2026.8.31'],
  })
})

test.each([400, 401, 405, 406])(
  'an address that answers %i to a GET speaks MCP',
  async (status) => {
    const origin = await serve((_request, response) => sendJson(response, status, {}))
    const { sheet, program } = await read({ kind: 'address', url: `${origin}/mcp` })
    expect(program.mcp?.config).toEqual({ transport: 'http', url: `${origin}/mcp`, headers: {} })
    const { host } = new URL(origin)
    expect(sheet).toMatchObject({
      localNetwork: true,
      process: null,
      title: host,
    })
    expect(sheet.hosts).toEqual([{ host, sends: ['arguments'], required: true }])
  },
)

test.each<[status: number, code: string]>([
  [403, 'pluginServerFailed'],
  [404, 'pluginNotFound'],
  [500, 'pluginServerFailed'],
])('an address that answers %i is no server: %s', async (status, code) => {
  const origin = await serve((_request, response) => sendJson(response, status, {}))
  await expect(read({ kind: 'address', url: `${origin}/x` })).rejects.toMatchObject({ code })
})

test('a server that is busy for a moment is asked again', async () => {
  let requests = 0
  const origin = await serve((_request, response) => {
    requests += 1
    if (requests > 1) return sendJson(response, 404, {})
    response.setHeader('retry-after', '0')
    return sendJson(response, 503, {})
  })
  await expect(read({ kind: 'address', url: `${origin}/x` })).rejects.toMatchObject({
    code: 'pluginNotFound',
  })
  expect(requests).toBe(2)
})

test.each(['javascript:alert(1)', 'file:///etc/passwd', 'ftp://a.example/x', 'http://', ''])(
  'no address: %j',
  async (url) => {
    await expect(read({ kind: 'address', url })).rejects.toMatchObject({ code: 'addressInvalid' })
  },
)

test('a manifest over 1 MB is not read, nor parsed', async () => {
  const huge = JSON.stringify(manifestWith({ systemRole: 'x'.repeat(1024 * 1024) }))
  await expect(readFile(huge)).rejects.toMatchObject({ code: 'pluginManifestInvalid' })
  const origin = await serve((_request, response) => void response.end(huge.repeat(10)))
  await expect(read({ kind: 'address', url: origin })).rejects.toMatchObject({ code: 'tooHeavy' })
})

test.each<[what: string, bytes: Uint8Array]>([
  ['nothing', new Uint8Array()],
  ['no UTF-8', new Uint8Array([0xff, 0xfe, 0x7b])],
  ['a page', bytesOf('<!doctype html><title>Not found</title>')],
  ['JSON that is cut off', bytesOf('{"identifier": "a", "api": [')],
  ['null', bytesOf('null')],
  ['a number', bytesOf('1e999')],
])('a file that is %s is refused', async (_what, bytes) => {
  const reading = read({ kind: 'file', name: 'a', bytes: new Uint8Array(bytes) })
  await expect(reading).rejects.toMatchObject({ code: 'pluginManifestInvalid' })
})

const configuration = {
  mcpServers: {
    files: { command: 'npx', args: ['-y', '@modelcontextprotocol/server-filesystem', '/home'] },
    remote: { url: 'https://mcp.example/mcp', headers: { Authorization: 'Bearer secret-1' } },
  },
}

test("another client's file is listed, and each of its servers can be read", async () => {
  expect(serversInFile(bytesOf(configuration))).toEqual([
    { name: 'files', summary: 'npx @modelcontextprotocol/server-filesystem@latest /home' },
    { name: 'remote', summary: 'https://mcp.example/mcp' },
  ])
  const { sheet, values } = await readFile(configuration, 'remote')
  expect(sheet).toMatchObject({ id: 'remote', origin: { kind: 'configuration' } })
  expect(sheet.secretSettings).toHaveLength(1)
  expect(Object.values(values ?? {}).join('')).toContain('secret-1')
  expect(JSON.stringify(sheet)).not.toContain('secret-1')
})

test('a manifest is no list of servers', () => {
  expect(serversInFile(bytesOf(manifestWith()))).toEqual([])
})

test("a server.json, and the registry's answer about one", async () => {
  const server = {
    name: 'io.github.user/weather',
    description: 'Weather',
    version: '1.0.0',
    packages: [{ registryType: 'npm', identifier: '@user/weather', version: '1.0.0' }],
  }
  for (const value of [server, { server, _meta: {} }]) {
    const { sheet } = await readFile(value)
    expect(sheet).toMatchObject({
      id: 'io.github.user.weather',
      title: 'weather',
      version: '1.0.0',
    })
  }
})
