import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseLink } from '../../../../src/main/app/openings/parseLink.ts'
import { openingSchema } from '../../../../src/shared/openings.ts'

const id = '0198c0de-0000-7000-8000-000000000001'
const base64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64')
const server = { command: 'npx', args: ['-y', 'weather'], env: { CITY: 'Ulm' } }
const weather = JSON.stringify({ mcpServers: { weather: server } })

test('a link opens a chat, at a message if it names one', () => {
  const chat = { kind: 'chat', conversationId: id, messageId: null }
  expect(parseLink(`parley://chat/${id}`)).toEqual(chat)
  expect(parseLink(`PARLEY://chat/${id}/?message=${id}`)).toEqual({ ...chat, messageId: id })
})

test('a link fills the composer, without characters that nobody sees', () => {
  expect(parseLink('parley://new')).toEqual({ kind: 'new', text: '' })
  const text = encodeURIComponent('Two\r\nlines\u0000\u202e & more')
  expect(parseLink(`parley://new?text=${text}`)).toEqual({ kind: 'new', text: 'Two\nlines & more' })
})

test('a link names a plugin by an address of the web', () => {
  const url = 'https://example.com/manifest.json?a=1'
  const link = `parley://plugin/install?url=${encodeURIComponent(url)}`
  expect(parseLink(link)).toEqual({ kind: 'plugin', url })
})

test('a link describes a server as those of other clients do', () => {
  const configs = [base64(server), encodeURIComponent(base64(server)), JSON.stringify(server)]
  for (const config of configs) {
    const link = `parley://mcp/install?name=weather&config=${config}`
    expect(parseLink(link)).toEqual({ kind: 'server', json: weather })
  }
  const spelt = 'parley://mcp/install?name=w&command=npx&arg=-y&arg=weather'
  const named = { w: { command: 'npx', args: ['-y', 'weather'] } }
  expect(parseLink(spelt)).toMatchObject({ json: JSON.stringify({ mcpServers: named }) })
  const remote = 'parley://mcp/install?name=w&url=https%3A%2F%2Fexample.com%2Fmcp'
  expect(parseLink(remote)).toMatchObject({ json: expect.stringContaining('/mcp') as unknown })
})

const bad = [
  'https://example.com/',
  'javascript:alert(1)',
  'parley://',
  'parley:new?text=a',
  'parley://chat/../../etc/passwd',
  'parley://chat/1',
  `parley://chat/${id}?message=x`,
  'parley://quit',
  'parley://plugin/install',
  'parley://plugin/install?url=file:///etc/passwd',
  'parley://plugin/install?url=javascript:alert(1)',
  'parley://mcp/install?name=a',
  'parley://mcp/install?name=a&config=AAAA',
  'parley://mcp/install?name=a&url=file:///etc/passwd',
  'parley://new?text=a\nb',
  `parley://new?text=${'a'.repeat(1_000_000)}`,
]

test.each(bad)('%.60s is refused, and named by its beginning', (link) => {
  const opening = parseLink(link)
  expect(opening).toMatchObject({ kind: 'refused', error: { code: 'openingRefused' } })
  expect(JSON.stringify(opening).length).toBeLessThan(400)
})

test('no link of any kind breaks the reader', () => {
  const start = fc.constantFrom('', 'parley://', 'parley://mcp/install?config=', 'parley://new?')
  fc.assert(
    fc.property(start, fc.string({ unit: 'binary' }), (prefix, rest) => {
      const opening = parseLink(prefix + rest)
      expect(openingSchema.parse(opening)).toEqual(opening)
    }),
    { numRuns: 300 },
  )
})
