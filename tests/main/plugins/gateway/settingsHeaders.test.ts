import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getPluginSettingsFromHeaders } from '@lobehub/chat-plugin-sdk'
import { expect, onTestFinished, test } from 'vitest'
import { settingsHeaders } from '../../../../src/main/plugins/gateway/settingsHeaders.ts'

test('both headers carry the same', () => {
  expect(settingsHeaders({ KEY: 'k', count: 2 })).toEqual({
    'X-Parley-Plugin-Settings': '{"KEY":"k","count":2}',
    'X-Lobe-Plugin-Settings': '{"KEY":"k","count":2}',
  })
  expect(settingsHeaders('as it is')).toMatchObject({ 'X-Lobe-Plugin-Settings': 'as it is' })
})

test('empty settings give no header', () => {
  expect(settingsHeaders({})).toEqual({})
  expect(settingsHeaders('')).toEqual({})
})

test.each([
  ['other scripts', { name: 'Zoë, 北京, 🦜' }],
  ['line breaks', { name: 'a\r\nSet-Cookie: b\u2028c\u0085d\0e' }],
  ['odd names', { 'a\r\nb: c': 'x', ключ: 'y' }],
  ['half a character', { name: 'a\ud800' }],
])('settings with %s arrive as they were', (_what, settings) => {
  const headers = new Headers(settingsHeaders(settings))
  expect(getPluginSettingsFromHeaders(headers)).toEqual(settings)
})

test.each(['a\r\nX-Other: b', 'a\nb', 'a\0b', '北京', 'a\u2028b', '\u007f'])(
  'the text %j stays one header',
  async (text) => {
    const server = createServer((request, response) => response.end(request.rawHeaders.join('\n')))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    const headers = { ...settingsHeaders(text), connection: 'close' }
    const answer = await fetch(`http://127.0.0.1:${String(port)}`, { headers })
    expect((await answer.text()).toLowerCase()).not.toContain('\nx-other')
    expect(Object.values(headers)[0]).toBe(
      text.replaceAll(
        /[^\x20-\x7e]/g,
        (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
      ),
    )
  },
)

test('Latin-1 text stays as it is', () => {
  expect(settingsHeaders('clé')).toMatchObject({ 'X-Parley-Plugin-Settings': 'clé' })
})
