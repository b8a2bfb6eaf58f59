import { expect, test } from 'vitest'
import { pluginSheetSchema } from '../../../../src/shared/plugins/pluginSheet.ts'
import { compileManifest } from '../../../../src/main/plugins/intake/compileManifest.ts'
import { manifestWith, parseManifest, realShapes, tool } from '../manifests.ts'

async function compile(manifest: unknown, indexId?: string) {
  const url = 'https://weather.example/manifest.json'
  const origin = { kind: 'address' as const, location: url, sha256: '' }
  const document = { text: '', url, origin, ...(indexId !== undefined && { indexId }) }
  return compileManifest(parseManifest(JSON.stringify(manifest)), document)
}

test.each(Object.entries(realShapes))('compiles %s', async (_name, manifest) => {
  const { sheet, program } = await compile(manifest)
  expect(pluginSheetSchema.parse(sheet)).toEqual(sheet)
  expect(sheet.tools.map(({ name }) => name)).toEqual(Object.keys(program.routes))
  expect(sheet.notes).toEqual([])
})

test('says which host is sent what', async () => {
  const settings = {
    type: 'object',
    properties: { apiKey: { type: 'string' }, units: { type: 'string' } },
  }
  const { sheet, program } = await compile(
    manifestWith({ settings, ui: { url: 'https://page.example/' } }),
  )
  expect(sheet.hosts).toEqual([
    { host: 'weather.example', sends: ['arguments', 'settings', 'secrets'], required: false },
    { host: 'page.example', sends: ['arguments', 'settings', 'pageRequests'], required: false },
  ])
  expect(sheet.secretSettings).toEqual(['apiKey'])
  expect(program.secretOrigins).toEqual(['https://weather.example'])
})

test('fields that say nothing on what it does may be wrong', async () => {
  const { sheet } = await compile(
    manifestWith({ homepage: 'javascript:alert(1)', author: 7, meta: {} }),
  )
  expect(sheet).toMatchObject({ homepage: null, author: '', avatar: null, title: 'weather' })
})

test.each<[field: string, manifest: unknown]>([
  ['JSON', 'no object'],
  ['JSON', []],
  ['identifier', manifestWith({ identifier: undefined })],
  ['identifier', manifestWith({ identifier: ' ' })],
  ['identifier', manifestWith({ identifier: 'x'.repeat(201) })],
  ['api', manifestWith({ api: undefined })],
  ['api', manifestWith({ api: {} })],
  ['api', manifestWith({ api: [] })],
  ['api', manifestWith({ api: Array.from({ length: 501 }, () => tool('a', 'https://a.example')) })],
  ['api.0.name', manifestWith({ api: [{ ...tool('a', 'https://a.example'), name: 7 }] })],
  ['api.0.description', manifestWith({ api: [{ ...tool('a'), description: undefined }] })],
  ['api.0.parameters', manifestWith({ api: [{ ...tool('a'), parameters: undefined }] })],
  [
    'api.0.parameters.type',
    manifestWith({ api: [{ ...tool('a'), parameters: { type: 'array', properties: {} } }] }),
  ],
  ['api.0.url', manifestWith({ api: [tool('a')] })],
  ['api.0.url', manifestWith({ api: [tool('a', 'http://')] })],
  ['api.0.url', manifestWith({ api: [tool('a', 'file:///etc/passwd')] })],
  ['api.0.url', manifestWith({ api: [tool('a', 'javascript:alert(1)')] })],
  ['api.0.url', manifestWith({ api: [tool('a', 'https://name:word@a.example')] })],
  ['gateway', manifestWith({ gateway: 'data:text/plain,hi' })],
  ['type', manifestWith({ type: 'other' })],
  ['ui.url', manifestWith({ ui: { mode: 'iframe' } })],
  ['ui.url', manifestWith({ ui: { url: 'about:blank' } })],
  ['ui.mode', manifestWith({ ui: { url: 'https://a.example', mode: 'webview' } })],
  ['ui.height', manifestWith({ ui: { url: 'https://a.example', height: -1 } })],
  ['settings.type', manifestWith({ settings: { properties: {} } })],
  ['systemRole', manifestWith({ systemRole: ['a'] })],
  ['systemRole', manifestWith({ systemRole: 'a'.repeat(100_001) })],
])('refuses a wrong %s and names it', async (field, manifest) => {
  await expect(compile(manifest)).rejects.toThrow(
    expect.objectContaining({
      code: 'pluginManifestInvalid',
      details: expect.objectContaining({ subject: field }) as unknown,
    }) as Error,
  )
})

test('the first of two tools with one name counts, and the other is named', async () => {
  const { sheet, program } = await compile(
    manifestWith({ api: [tool('a', 'https://a.example/1'), tool('a', 'https://b.example/2')] }),
  )
  expect(program.routes).toEqual({ a: { kind: 'post', url: 'https://a.example/1' } })
  expect(sheet.hosts.map(({ host }) => host)).toEqual(['a.example'])
  expect(sheet.notes).toEqual([{ code: 'toolRepeated', path: 'api.1.name', subject: 'a' }])
})

test('a tool without an address is left out and named', async () => {
  const { sheet } = await compile(
    manifestWith({ api: [tool('a', 'https://a.example'), tool('b')] }),
  )
  expect(sheet.tools).toHaveLength(1)
  expect(sheet.notes).toEqual([{ code: 'toolWithoutAddress', path: 'api.1.url', subject: 'b' }])
})

test("the index's name counts more than the plugin's own", async () => {
  const { sheet } = await compile(manifestWith({ identifier: 'clock-time' }), 'midjourney')
  expect(sheet.id).toBe('midjourney')
  expect(sheet.notes).toEqual([
    { code: 'identifierDiffers', path: 'identifier', subject: 'clock-time' },
  ])
})

test.each(['天气', '../../etc', 'a b', '__proto__', 'wеather', 'x'.repeat(150), '🌤'])(
  'an identifier such as %j becomes an id of its own',
  async (identifier) => {
    const { sheet } = await compile(manifestWith({ identifier }))
    expect(sheet.id).toMatch(/^[a-zA-Z0-9][\w.-]{0,99}$/)
    expect(sheet.notes[0]).toMatchObject({ code: 'identifierAltered', subject: identifier })
    expect(sheet.tools[0]?.callName).toMatch(/^[\w-]{1,64}$/)
  },
)

test('texts with characters that can not be seen are named', async () => {
  const { sheet } = await compile(
    manifestWith({ systemRole: `Be kind.${'\u{e0041}'}`, meta: { title: 'W\u202eeather' } }),
  )
  expect(sheet.notes.map(({ path }) => path)).toEqual(['meta.title', 'systemRole'])
})

test('no secret goes over a connection that others can read', async () => {
  const settings = { type: 'object', properties: { apiKey: { type: 'string' } } }
  const { sheet, program } = await compile(
    manifestWith({ settings, api: [tool('a', 'http://plain.example/x')] }),
  )
  expect(sheet.hosts[0]?.sends).toEqual(['arguments'])
  expect(program.secretOrigins).toEqual([])
  expect(sheet.notes).toEqual([{ code: 'unencrypted', path: 'hosts', subject: 'plain.example' }])
})

test.each([
  ['http://127.0.0.1:8080/x', true],
  ['http://[::1]/x', true],
  ['http://2130706433/x', true],
  ['http://localhost/x', true],
  ['http://printer.local/x', true],
  ['http://192.168.1.4/x', true],
  ['https://weather.example/x', false],
  ['https://8.8.8.8/x', false],
])('%s counts as nearby: %s', async (url, isNear) => {
  expect((await compile(manifestWith({ api: [tool('a', url)] }))).sheet.localNetwork).toBe(isNear)
})

/** JSON of a schema with this many levels. */
const deep = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`

test('a schema with strange names is kept as it is', async () => {
  const parameters = {
    type: 'object',
    properties: { constructor: {}, deep: JSON.parse(deep(100)) as unknown },
  }
  const { sheet } = await compile(
    manifestWith({ api: [{ ...tool('a', 'https://a.example'), parameters }] }),
  )
  expect(sheet.tools[0]?.parameters).toEqual(parameters)
})

test('a manifest that is nested too deeply is refused, whatever its texts hold', () => {
  const text = JSON.stringify(manifestWith({ systemRole: '[{"\\"'.repeat(1000) }))
  expect(parseManifest(text).identifier).toBe('weather')
  expect(() => parseManifest(deep(100_000))).toThrow('nested too deeply')
})
