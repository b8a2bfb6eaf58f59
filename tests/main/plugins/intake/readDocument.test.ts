import { expect, test } from 'vitest'
import { serveLocally, type LocalServer } from '../../network/serveLocally.ts'
import { openTestPlugins } from '../openTestPlugins.ts'

const document = (origin: string, more: object = {}): object => ({
  openapi: '3.0.1',
  info: { title: 'Pets', description: 'Knows pets', version: '2' },
  servers: [{ url: `${origin}/v1` }],
  paths: {
    '/pets/{id}': { get: { operationId: 'getPet', summary: 'Returns a pet' } },
  },
  ...more,
})

/** Starts a server with these documents. Every other address answers with what it was asked. */
async function serveDocuments(documents: (origin: string) => Record<string, unknown>) {
  const server: LocalServer = await serveLocally(({ url, method, headers }, response) => {
    const found = documents(server.origin)[url]
    if (typeof found === 'string') response.end(found)
    else response.end(JSON.stringify(found ?? { method, url, key: headers.authorization }))
  })
  return server
}

const called = async (server: LocalServer, path: string, settings: Record<string, string> = {}) => {
  const plugins = openTestPlugins()
  const { id, sheet } = await plugins.install(`${server.origin}${path}`)
  await plugins.handlers.writeSettings({ id, values: settings }, plugins.caller)
  const result = await plugins.run(sheet.tools[0]!.callName, '{"id":7}')
  return { sheet, result: JSON.parse((result.parts[0] as { text: string }).text) as unknown }
}

test('an OpenAPI document is a plugin', async () => {
  const server = await serveDocuments((origin) => ({ '/openapi.json': document(origin) }))
  const { sheet, result } = await called(server, '/openapi.json')
  expect(sheet).toMatchObject({ format: 'openapi', title: 'Pets', version: '2' })
  expect(sheet.tools).toMatchObject([{ name: 'getPet', effect: 'read' }])
  expect(result).toEqual({ method: 'GET', url: '/v1/pets/7' })
})

test('an OpenAPI document may be YAML', async () => {
  const server = await serveDocuments(() => ({
    '/openapi.yaml': `openapi: 3.1.0\npaths:\n  /pets/{id}:\n    get: { operationId: getPet }\n`,
  }))
  const { sheet, result } = await called(server, '/openapi.yaml')
  expect(sheet.title).toBe(new URL(server.origin).host)
  expect(result).toMatchObject({ url: '/pets/7' })
})

test('a manifest’s tools come from the OpenAPI document that it names', async () => {
  const server = await serveDocuments((origin) => ({
    '/manifest.json': { identifier: 'pets', api: [], openapi: './openapi.json' },
    '/openapi.json': document(origin),
  }))
  const { sheet, result } = await called(server, '/manifest.json')
  expect(sheet).toMatchObject({ id: 'pets', format: 'manifest' })
  expect(result).toEqual({ method: 'GET', url: '/v1/pets/7' })
})

test('ChatGPT’s description is converted, with its way to sign in', async () => {
  const server = await serveDocuments((origin) => ({
    '/ai-plugin.json': {
      schema_version: 'v1',
      name_for_model: 'pets',
      name_for_human: 'Pets',
      description_for_model: 'Ask it about pets.',
      description_for_human: 'Pets',
      auth: { type: 'user_http', authorization_type: 'bearer' },
      api: { type: 'openapi', url: `${origin}/openapi.json` },
    },
    '/openapi.json': document(origin),
  }))
  const { sheet, result } = await called(server, '/ai-plugin.json', { accessToken: 's3cret' })
  expect(sheet).toMatchObject({
    id: 'pets',
    format: 'aiPlugin',
    instructions: 'Ask it about pets.',
    secretSettings: ['accessToken'],
  })
  expect(result).toEqual({ method: 'GET', url: '/v1/pets/7', key: 'Bearer •••' })
  expect(server.requests.at(-1)?.headers.authorization).toBe('Bearer s3cret')
})

test('what an OpenAPI document hides is noted', async () => {
  const server = await serveDocuments((origin) => ({
    '/openapi.json': document(origin, {
      paths: { '/a': { get: { operationId: 'getA', summary: 'Harmless\u{e0041}' } } },
    }),
  }))
  const { sheet } = await openTestPlugins().install(`${server.origin}/openapi.json`)
  expect(sheet.notes).toMatchObject([{ code: 'hiddenCharacters', path: 'paths./a.get' }])
})

test('a dry run shows the request of an operation, and sends nothing', async () => {
  const server = await serveDocuments((origin) => ({ '/openapi.json': document(origin) }))
  const plugins = openTestPlugins()
  const { id } = await plugins.install(`${server.origin}/openapi.json`)
  const before = server.requests.length
  const call = { id, tool: 'getPet', arguments: '{"id":"a/b"}' }
  expect(await plugins.handlers.dryRun(call, plugins.caller)).toMatchObject({
    method: 'GET',
    url: `${server.origin}/v1/pets/a%2Fb`,
    body: null,
  })
  expect(server.requests).toHaveLength(before)
})

test('a manifest can’t have a nearby machine read that the user did not name', async () => {
  const inner = await serveDocuments((origin) => ({ '/openapi.json': document(origin) }))
  const server = await serveDocuments(() => ({
    '/manifest.json': { identifier: 'x', api: [], openapi: `${inner.origin}/openapi.json` },
  }))
  const { inspect } = openTestPlugins()
  const refused = { code: 'pluginNetworkRefused' }
  await expect(inspect(`${server.origin}/manifest.json`)).rejects.toMatchObject(refused)
  const file = {
    kind: 'file' as const,
    name: 'manifest.json',
    bytes: Buffer.from(
      JSON.stringify({ identifier: 'x', api: [], openapi: `${inner.origin}/openapi.json` }),
    ),
  }
  await expect(inspect(file)).rejects.toMatchObject(refused)
  expect(inner.requests).toEqual([])
})
