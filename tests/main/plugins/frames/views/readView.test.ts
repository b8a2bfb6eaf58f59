import { expect, test } from 'vitest'
import { readToolView } from '../../../../../src/main/mcp/toolView.ts'
import { readView } from '../../../../../src/main/plugins/frames/views/readView.ts'

const uri = 'ui://a/b'
const mimeType = 'text/html;profile=mcp-app'
const page = { uri, mimeType, text: '<p>' }
const withCsp = (csp: unknown) => ({ contents: [{ ...page, _meta: { ui: { csp } } }] })

test.each([
  [{ contents: [page] }, []],
  [{ contents: [{ ...page, mimeType: 'text/html; profile=mcp-app' }] }, []],
  [{ contents: [{ uri, mimeType, blob: Buffer.from('<p>').toString('base64') }] }, []],
  [
    withCsp({
      connectDomains: ['https://a.example', 'wss://b.example:8443/x'],
      resourceDomains: ['https://a.example/', 'no address', '*.c.example'],
      frameDomains: ['https://d.example'],
    }),
    ['a.example', 'b.example:8443'],
  ],
  // Malformed domains count as none.
  [withCsp({ connectDomains: 'https://a.example' }), []],
])('a view with its hosts: %j', (result, hosts) => {
  expect(readView(result, uri)).toEqual({ html: '<p>', hosts })
})

test.each([
  {},
  { contents: [] },
  { contents: [{ ...page, mimeType: 'text/html' }] },
  { contents: [{ ...page, text: '' }] },
  { contents: [{ uri, mimeType, text: 'x'.repeat(5_000_001) }] },
  null,
])('no view', (result) => {
  expect(() => readView(result, uri)).toThrow(
    expect.objectContaining({ code: 'pluginServerFailed' }),
  )
})

test.each([
  [{ ui: { resourceUri: uri } }, { resource: uri, forModel: true, forView: true }],
  [
    { ui: { resourceUri: uri, visibility: ['app'] } },
    { resource: uri, forModel: false, forView: true },
  ],
  [{ ui: { visibility: ['model'] } }, { resource: null, forModel: true, forView: false }],
  [{ 'ui/resourceUri': uri }, { resource: uri, forModel: true, forView: true }],
  [{ ui: { resourceUri: 'https://a.example/' } }, undefined],
  [{ ui: 1 }, undefined],
  [{}, undefined],
  [undefined, undefined],
])('what a tool says of its view: %j', (meta, view) => {
  expect(readToolView(meta)).toEqual(view)
})
