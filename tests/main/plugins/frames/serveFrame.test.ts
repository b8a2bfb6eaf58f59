import { afterEach, beforeEach, expect, test } from 'vitest'
import { linkAddress, namedHosts } from '../../../../src/main/plugins/frames/frameAddress.ts'
import { createFrameHosts } from '../../../../src/main/plugins/frames/frameHosts.ts'
import { createServeFrame } from '../../../../src/main/plugins/frames/serveFrame.ts'
import { sendPageRequest } from '../../../../src/main/plugins/frames/sendPageRequest.ts'
import { startPluginSite, type FakePluginSite } from '../../../fakes/fakePluginSite.ts'
import { pagePlugin } from './pagePlugin.ts'

let site: FakePluginSite
let other: FakePluginSite

beforeEach(async () => {
  site = await startPluginSite({ '/ui/index.html': { body: '<p>page</p>' } })
  other = await startPluginSite({ '/data': { type: 'application/json', body: '[1]' } })
})
afterEach(() => Promise.all([site.close(), other.close()]))

const page = (): string => `${site.origin}/ui/index.html?a=1`

function serving() {
  const hosts = createFrameHosts(sendPageRequest)
  const refused: string[] = []
  const messages: string[] = []
  const serve = createServeFrame({
    hosts,
    send: sendPageRequest,
    appOrigin: 'app://parley',
    onRefused: (_id, host) => void refused.push(host),
    onMessage: (_frame, bytes) => {
      const message = Buffer.from(bytes).toString('utf8')
      messages.push(message)
      return Promise.resolve([{ type: 'lobe-chat:render-plugin', props: message }])
    },
    onLink: (_frame, link) => void messages.push(`link ${link}`),
    onFlood: () => void messages.push('flood'),
    log: () => undefined,
  })
  const get = (address: string, init?: RequestInit) => serve(new Request(address, init))
  return { hosts, get, refused, messages }
}

test('a page is served once, at an address that nobody can guess', async () => {
  const { hosts, get } = serving()
  const frame = await hosts.open('clock', pagePlugin(page()))
  expect(frame.address).toMatch(/^plugin:\/\/[0-9a-f]{32}\/ui\/index\.html\?a=1$/)
  expect(hosts.admits(`plugin://${frame.host}/`)).toBe(false)
  expect(hosts.admits(frame.address)).toBe(true)
  expect(hosts.admits(frame.address)).toBe(false)
  const answer = await get(frame.address)
  expect(await answer.text()).toBe('<p>page</p>')
  // The page's own server may still be asked for the same file, with the same policy.
  const again = await get(frame.address)
  expect(again.headers.get('content-security-policy')).toContain('sandbox allow-scripts')
  hosts.close(frame.id)
  expect((await get(frame.address)).status).toBe(404)
  const second = await hosts.open('clock', pagePlugin(page()))
  expect(second.host).not.toBe(frame.host)
})

test('of what the server says about the page only the type arrives', async () => {
  const { hosts, get } = serving()
  const frame = await hosts.open('clock', pagePlugin(page()))
  const { headers } = await get(frame.address)
  expect([...headers.keys()].toSorted()).toEqual([
    'access-control-allow-headers',
    'access-control-allow-methods',
    'access-control-allow-origin',
    'cache-control',
    'content-security-policy',
    'content-type',
    'permissions-policy',
    'referrer-policy',
  ])
  const policy = headers.get('content-security-policy') ?? ''
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain('frame-ancestors app://parley')
  expect(policy).not.toContain('report')
  const sources = policy.match(/[a-z]+:\/\/[^\s;]+/g) ?? []
  expect(new Set(sources)).toEqual(new Set([`plugin://${frame.host}`, 'app://parley']))
})

test('a page reaches its own server and the hosts that the sheet names, nothing else', async () => {
  const { hosts, get, refused } = serving()
  const own = new URL(page()).host
  const named = new URL(other.origin).host
  const frame = await hosts.open('clock', pagePlugin(page(), [own, named]))
  const at = (path: string, init?: RequestInit) => get(`plugin://${frame.host}${path}`, init)
  expect(await (await at(`/~http/${named}/data`)).text()).toBe('[1]')
  expect((await at('/missing')).status).toBe(404)
  const sent = { method: 'POST', body: '{"a":1}', headers: { 'content-type': 'application/json' } }
  await at('/save', { ...sent, headers: { ...sent.headers, cookie: 'a=b', origin: 'null' } })
  const seen = site.requests.at(-1)
  expect(seen).toMatchObject({ method: 'POST', path: '/save', body: { a: 1 } })
  expect(seen?.headers).not.toHaveProperty('cookie')
  expect(seen?.headers).not.toHaveProperty('origin')
  const before = site.requests.length + other.requests.length
  for (const path of [
    '/~http/localhost:1/x',
    `/~http/u:p@${named}/data`,
    `/~http/${named}.evil.test/data`,
    '/~https/evil.test/x',
    '/~http/[::1]/x',
    '/~ftp/x/y',
    '/~http//x',
  ]) {
    const { status } = await at(path)
    expect([path, [403, 404].includes(status)]).toEqual([path, true])
  }
  expect(refused.length).toBeGreaterThan(0)
  // `/~ftp` and `/~http//` are paths of the page's own server.
  expect(site.requests.length + other.requests.length - before).toBe(2)
})

test('hosts that the user has turned off are not reached, nor by a redirect', async () => {
  const { hosts, get } = serving()
  const own = new URL(page()).host
  const named = new URL(other.origin).host
  site.put('/away', { status: 302, body: '', headers: { location: `${other.origin}/data` } })
  const plugin = pagePlugin(page(), [own, named])
  const open = await hosts.open('clock', plugin)
  expect((await get(`plugin://${open.host}/away`)).status).toBe(200)
  plugin.choices.hostsOff.push(named)
  expect((await get(`plugin://${open.host}/away`)).status).toBe(502)
  expect((await get(`plugin://${open.host}/~http/${named}/data`)).status).toBe(403)
  plugin.choices.localNetwork = false
  expect((await get(`plugin://${open.host}/ui/index.html`)).status).toBe(502)
  await expect(hosts.open('clock', plugin)).rejects.toThrow()
})

test('absolute addresses of named hosts lead to main, others stay', async () => {
  const { hosts, get } = serving()
  const own = new URL(page()).host
  const named = new URL(other.origin).host
  const body = `<link href="https://evil.test/a.css"><script src="${site.origin}/a.js"></script>
<img src='//${named}/b.png'><style>@import "${other.origin}/c.css"; a { src: url(${other.origin}/d) }</style>
<a href="https://other.test/">${other.origin}/text</a>`
  site.put('/ui/index.html', { body })
  const frame = await hosts.open('clock', pagePlugin(page(), [own, named]))
  const text = await (await get(frame.address)).text()
  expect(text).toBe(`<link href="https://evil.test/a.css"><script src="/a.js"></script>
<img src='/~http/${named}/b.png'><style>@import "/~http/${named}/c.css"; a { src: url(/~http/${named}/d) }</style>
<a href="https://other.test/">${other.origin}/text</a>`)
})

test('a page that fails, or that the user does not want, opens no frame', async () => {
  const { hosts } = serving()
  const failing = pagePlugin(`${site.origin}/missing`)
  await expect(hosts.open('clock', failing)).rejects.toMatchObject({ code: 'pluginServerFailed' })
  const unwanted = pagePlugin(page())
  unwanted.choices.page = false
  await expect(hosts.open('clock', unwanted)).rejects.toMatchObject({ code: 'pluginNotFound' })
  const local = pagePlugin('file:///etc/passwd', [])
  await expect(hosts.open('clock', local)).rejects.toMatchObject({ code: 'pluginNotFound' })
})

test('a plugin that is removed ends its frames and their requests', async () => {
  const { hosts, get } = serving()
  const frame = await hosts.open('clock', pagePlugin(page()))
  hosts.closePlugin('clock')
  expect(frame.ended.signal.aborted).toBe(true)
  expect((await get(frame.address)).status).toBe(404)
  expect(hosts.admits(frame.address)).toBe(false)
})

test('a plugin that is removed while its page is on its way opens no frame', async () => {
  const { hosts } = serving()
  const opening = hosts.open('clock', pagePlugin(page()))
  hosts.closePlugin('clock')
  await expect(opening).rejects.toThrow()
  expect(hosts.closePlugin('clock')).toEqual([])
})

test('a page that has moved is served where it is now', async () => {
  const { hosts, get } = serving()
  site.put('/old', { status: 302, body: '', headers: { location: '/ui/index.html' } })
  const frame = await hosts.open('clock', pagePlugin(`${site.origin}/old`))
  expect(frame.address).toBe(`plugin://${frame.host}/ui/index.html`)
  expect(await (await get(frame.address)).text()).toBe('<p>page</p>')
})

test('a message is answered at the frame’s own address, and a long one is not read', async () => {
  const { hosts, get, messages } = serving()
  const frame = await hosts.open('clock', pagePlugin(page()))
  const send = (body: RequestInit['body'], method = 'POST') =>
    get(`plugin://${frame.host}/~messages`, { method, body, duplex: 'half' } as RequestInit)
  expect(await (await send('{"type":"x"}')).json()).toMatchObject([{ props: '{"type":"x"}' }])
  expect((await get(`plugin://${frame.host}/~messages`)).status).toBe(405)
  expect((await get('plugin://0123/~messages', { method: 'POST', body: '{}' })).status).toBe(404)
  let given = 0
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      given += 100_000
      controller.enqueue(new Uint8Array(100_000))
    },
  })
  expect((await send(endless)).status).toBe(413)
  expect(given).toBeLessThan(2_000_000)
  expect(messages).toEqual(['{"type":"x"}', 'flood'])
})

test('a link is taken as a text that is not too long', async () => {
  const { hosts, get, messages } = serving()
  const frame = await hosts.open('clock', pagePlugin(page()))
  const send = (body: string) => get(`plugin://${frame.host}/~link`, { method: 'POST', body })
  expect((await send('https://a.example/')).status).toBe(204)
  expect((await send('x'.repeat(10_001))).status).toBe(400)
  expect((await get(`plugin://${frame.host}/~link`)).status).toBe(400)
  expect(messages).toEqual(['link https://a.example/'])
})

test.each([
  ['https://a.example/b?c', 'https://a.example/b?c'],
  ['/b?c', 'https://page.example/b?c'],
  ['/~https/b.example/c', 'https://b.example/c'],
  ['/~http/b.example', 'http://b.example/'],
  ['https://', undefined],
])('the link %s means %s', (link, address) => {
  expect(linkAddress(new URL('https://page.example/ui/'), link)?.href).toBe(address)
})

test('a view reaches a host that the user has added, if the view asks for it', async () => {
  const { hosts } = serving()
  const plugin = pagePlugin(page(), ['sheet.example'])
  plugin.choices.viewHosts.push('added.example', 'unasked.example')
  const asked = ['sheet.example', 'added.example', 'other.example']
  const { plugin: shown, pageUrl } = await hosts.open('board', plugin, { html: '', hosts: asked })
  expect(namedHosts(shown, pageUrl)).toEqual(['sheet.example', 'added.example'])
  plugin.choices.hostsOff.push('added.example')
  const off = await hosts.open('board', plugin, { html: '', hosts: asked })
  expect(namedHosts(off.plugin, off.pageUrl)).toEqual(['sheet.example'])
})
