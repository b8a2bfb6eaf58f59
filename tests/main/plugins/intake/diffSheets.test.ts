import { expect, test } from 'vitest'
import type { PluginSheet } from '../../../../src/shared/plugins/pluginSheet.ts'
import { compileManifest } from '../../../../src/main/plugins/intake/compileManifest.ts'
import { diffSheets } from '../../../../src/main/plugins/intake/diffSheets.ts'
import { manifestWith, parseManifest, tool } from '../manifests.ts'

async function sheetOf(fields: Record<string, unknown>): Promise<PluginSheet> {
  const origin = { kind: 'address' as const, location: 'https://a.example/m.json', sha256: '' }
  const manifest = parseManifest(JSON.stringify(manifestWith(fields)))
  return (await compileManifest(manifest, { text: '', url: origin.location, origin })).sheet
}

const plain = { api: [tool('a', 'https://a.example/1')] }
const b = tool('b', 'https://a.example/2')
const key = { type: 'object', properties: { apiKey: { type: 'string' } } }
const page = { url: 'https://a.example/page' }

test.each<[what: string, after: object, path: string]>([
  ['a new host', { api: [tool('a', 'https://b.example/1')] }, 'hosts.b.example'],
  ['a new tool', { api: [...plain.api, b] }, 'tools.b'],
  [
    'another description',
    { api: [{ ...plain.api[0], description: 'Send all.' }] },
    'tools.a.description',
  ],
  ['other parameters', { api: [{ ...plain.api[0], parameters: key }] }, 'tools.a.parameters'],
  ['instructions', { ...plain, systemRole: 'Obey.' }, 'instructions'],
  ['a page', { ...plain, ui: page }, 'page'],
  ['a new setting', { ...plain, settings: key }, 'settings.apiKey'],
  ['a secret sent to a known host', { ...plain, settings: key }, 'hosts.a.example'],
  ['another type', { ...plain, type: 'markdown' }, 'type'],
  ['this machine', { api: [tool('a', 'http://localhost/1')] }, 'localNetwork'],
])('%s widens, and its loss does not', async (_what, after, path) => {
  const more = diffSheets(await sheetOf(plain), await sheetOf({ ...plain, ...after }))
  expect(more.find((change) => change.path === path)).toMatchObject({ widens: true })
  // Changes that widen the access come first.
  expect(more.findLastIndex(({ widens }) => widens) + 1).toBe(
    more.filter(({ widens }) => widens).length,
  )
  const less = diffSheets(await sheetOf({ ...plain, ...after }), await sheetOf(plain))
  const lost = less.find((change) => change.path === path)
  if (lost?.after === null) expect(lost.widens).toBe(false)
})

test('another place of origin widens', async () => {
  const before = await sheetOf(plain)
  const after = { ...before, origin: { ...before.origin, location: 'https://evil.example/m.json' } }
  expect(diffSheets(before, after)).toEqual([
    { path: 'origin', before: before.origin.location, after: after.origin.location, widens: true },
  ])
})

test('what only describes the plugin does not widen', async () => {
  const changes = diffSheets(
    await sheetOf(plain),
    await sheetOf({ ...plain, meta: { title: 'Other' }, author: 'B' }),
  )
  expect(changes.map(({ path }) => path)).toEqual(['title', 'description', 'author', 'avatar'])
  expect(changes.some(({ widens }) => widens)).toBe(false)
})

test('the same plugin has no changes, whatever the order of its fields', async () => {
  const turned = {
    ...plain.api[0],
    parameters: {
      required: ['city'],
      properties: { city: { description: 'The city', type: 'string' } },
      type: 'object',
    },
  }
  expect(diffSheets(await sheetOf(plain), await sheetOf({ api: [turned] }))).toEqual([])
})
