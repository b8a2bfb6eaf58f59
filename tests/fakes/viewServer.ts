// A server of the Model Context Protocol whose tool has a view (MCP Apps), over standard input.
import { appendFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

interface Request {
  id?: number
  method: string
  params: { name?: string; uri?: string; arguments?: Record<string, unknown> } & Record<
    string,
    unknown
  >
}

const [, , seen = ''] = process.argv
const note = (line: string): void => appendFileSync(seen, `${line}\n`)

const view = `<!doctype html><h1>Board</h1><p id="input"></p><p id="result"></p><p id="theme"></p>
<p id="answer"></p><button id="move">Move</button><button id="link">Rules</button>
<script type="module">
  let last = 0
  const waiting = new Map()
  const show = (id, value) => (document.getElementById(id).textContent = JSON.stringify(value))
  const send = (message) => window.parent.postMessage({ jsonrpc: '2.0', ...message }, '*')
  const ask = (method, params) => new Promise((resolve) => {
    waiting.set(++last, resolve)
    send({ id: last, method, params })
  })
  window.ask = ask
  addEventListener('message', ({ data, source }) => {
    if (source !== window.parent || data?.jsonrpc !== '2.0') return
    if (data.id !== undefined) waiting.get(data.id)?.(data.result ?? data.error)
    else if (data.method === 'ui/notifications/tool-input') show('input', data.params.arguments)
    else if (data.method === 'ui/notifications/tool-result') show('result', data.params.structuredContent)
    else if (data.method === 'ui/notifications/host-context-changed') show('theme', data.params.theme)
  })
  document.getElementById('move').onclick = async () =>
    show('answer', await ask('tools/call', { name: 'move', arguments: { to: 'b2' } }))
  document.getElementById('link').onclick = async () =>
    show('answer', await ask('ui/open-link', { url: 'https://rules.example/board' }))
  const { hostContext, protocolVersion } = await ask('ui/initialize', {
    appInfo: { name: 'board', version: '1' }, appCapabilities: {}, protocolVersion: '2026-01-26',
  })
  show('theme', hostContext.theme)
  window.host = { ...hostContext, protocolVersion }
  send({ method: 'ui/notifications/initialized', params: {} })
  send({ method: 'ui/notifications/size-changed', params: { height: 5000 } })
</script>`

const uri = 'ui://board/view.html'
const mimeType = 'text/html;profile=mcp-app'
const schema = { type: 'object', properties: { size: { type: 'number' }, to: { type: 'string' } } }
const tools = [
  { name: 'board', inputSchema: schema, _meta: { ui: { resourceUri: uri } } },
  {
    name: 'move',
    title: 'Move a piece',
    inputSchema: schema,
    _meta: { ui: { visibility: ['app'] } },
  },
  { name: 'think', inputSchema: schema, _meta: { ui: { visibility: ['model'] } } },
]

function answer({ method, params }: Request): object | undefined {
  switch (method) {
    case 'initialize': {
      note(JSON.stringify(params['capabilities']))
      return {
        protocolVersion: params['protocolVersion'],
        capabilities: { tools: {}, resources: {} },
        serverInfo: { name: 'board', version: '1' },
      }
    }
    case 'tools/list':
      return { tools: tools.map((tool) => ({ description: '', ...tool })) }
    case 'resources/read': {
      if (params.uri !== uri) return { contents: [{ uri: params.uri, text: 'a resource' }] }
      const csp = { connectDomains: ['https://board.example'] }
      return { contents: [{ uri, mimeType, text: view, _meta: { ui: { csp } } }] }
    }
    case 'tools/call': {
      const call = `${String(params.name)} ${JSON.stringify(params.arguments)}`
      note(call)
      const content = [{ type: 'text', text: `did ${call}` }]
      return { content, structuredContent: { pieces: ['a1'] } }
    }
    default:
      return undefined
  }
}

for await (const line of createInterface(process.stdin)) {
  const request = JSON.parse(line) as Request
  if (request.id === undefined) continue
  const result = answer(request)
  const reply = result ? { result } : { error: { code: -32601, message: 'Unknown' } }
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id: request.id, ...reply })}\n`)
}
