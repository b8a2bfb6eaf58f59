import { createServer } from 'node:http'
import type { RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { typedAddress } from '../../../src/main/network/hostRule.ts'
import { checkInput } from '../../../src/main/tools/checkInput.ts'
import { fetchPage } from '../../../src/main/tools/fetchPage.ts'
import { runTool } from '../../../src/main/tools/runTool.ts'
import type { ToolCallContext } from '../../../src/main/tools/tool.ts'
import { dependencies } from './ownToolDependencies.ts'

const context: ToolCallContext = {
  conversationId: 'chat',
  model: { providerId: 'p', modelId: 'm' },
  messageId: 'message',
  toolCallId: 'call',
  argumentsText: '{}',
  earlier: [],
}
const { signal } = new AbortController()

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await new Promise((resolve) => server.once('listening', resolve))
  return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/`
}

async function fetchText(url: string, isOwn = true) {
  const pages = isOwn ? typedAddress(new URL(url)) : dependencies.pages
  const tool = fetchPage('allow', { ...dependencies, pages })
  const { parts, failed = false, source } = await runTool(tool, { url }, context, signal)
  const [part] = parts
  return { text: part?.type === 'text' ? part.text : '', failed, source }
}

const article = `<!doctype html><title>On tea</title><nav>Menu</nav><script>alert(1)</script>
<style>p { color: red }</style><article><h1>On tea</h1>${'<p>Tea is a drink made of leaves, water and time, which many people like.</p>'.repeat(8)}</article>`

test('the main text of a page is read, without its scripts', async () => {
  const url = await serve((_request, response) => {
    response.setHeader('content-type', 'text/html').end(article)
  })
  const { text, failed, source } = await fetchText(url)
  expect(failed).toBe(false)
  expect(text).toContain('# On tea')
  expect(text).toContain('Tea is a drink')
  expect(text).not.toMatch(/alert|color|<p>/)
  expect(source).toBe(new URL(url).host)
})

test('a page that leaves its tags out is read whole, whatever its scripts hold', async () => {
  const start = '<script>write("<html><body>")</script><p>Lost before.'
  const url = await serve((_request, response) => {
    response.setHeader('content-type', 'text/html').end(`${start}<p>Tea <b>is <i>hot</b></i>`)
  })
  const { text } = await fetchText(url)
  expect(text).toContain('Lost before.')
  expect(text).toContain('Tea is hot')
  expect(text).not.toContain('write')
})

test('a server that is busy for a moment is asked again', async () => {
  let requests = 0
  const url = await serve((_request, response) => {
    requests += 1
    if (requests > 1) response.setHeader('content-type', 'text/plain').end('tea')
    else response.writeHead(503, { 'retry-after': '0' }).end()
  })
  expect(await fetchText(url)).toMatchObject({ failed: false, text: 'tea' })
})

test('text and JSON are given as they are', async () => {
  const url = await serve((_request, response) => {
    response.setHeader('content-type', 'application/json').end('{"a":1}')
  })
  expect((await fetchText(url)).text).toBe('{"a":1}')
})

test.each<[string, RequestListener]>([
  ['an error', (_request, response) => response.writeHead(404).end('no')],
  ['a picture', (_request, response) => response.setHeader('content-type', 'image/png').end('x')],
])('%s is told', async (_what, listener) => {
  const { failed } = await fetchText(await serve(listener))
  expect(failed).toBe(true)
})

test('no machine nearby is reached, by any spelling or redirect', async () => {
  const asked: string[] = []
  const url = await serve((request, response) => {
    asked.push(request.url ?? '')
    response.end('secret')
  })
  const { port } = new URL(url)
  for (const host of ['127.0.0.1', 'localhost', '[::1]', '0x7f.1', '2130706433', '0.0.0.0']) {
    expect(await fetchText(`http://${host}:${port}/`, false)).toMatchObject({ failed: true })
  }
  expect(asked).toEqual([])
})

test.each([
  'ftp://example.com/',
  'file:///etc/passwd',
  'https://user:pass@example.com/',
  'javascript:alert(1)',
  'nonsense',
])('%s is no address for it', async (url) => {
  const tool = fetchPage('allow', dependencies)
  expect(await checkInput(tool, { url }, signal)).toContain('url')
})

test('the user is told the host, and allows only that one', async () => {
  const tool = fetchPage('ask', dependencies)
  expect(await tool.consent({ url: 'https://example.com/a' }, context)).toEqual({
    ask: 'oncePerChat',
    scope: 'fetch_page example.com',
    destination: 'example.com',
  })
})
