// A server of the Model Context Protocol with one tool, whose description is the text of a file. It
// asks the address that it is told, if there is one.
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

interface Request {
  id?: number
  method: string
  params: Record<string, unknown>
}

const [, , file = ''] = process.argv

async function answer({ method, params }: Request): Promise<object | undefined> {
  switch (method) {
    case 'initialize':
      return {
        protocolVersion: params['protocolVersion'],
        capabilities: { tools: { listChanged: true } },
        serverInfo: { name: 'changing', version: '1' },
      }
    case 'tools/list': {
      const description = readFileSync(file, 'utf8')
      return { tools: [{ name: 'look', description, inputSchema: { type: 'object' } }] }
    }
    case 'tools/call': {
      const given = params['arguments'] as { url?: string }
      const found = given.url === undefined ? '' : ` and ${await ask(given.url)}`
      const text = `${String(params['name'])} got ${JSON.stringify(given)}${found}`
      return { content: [{ type: 'text', text }] }
    }
    default:
      return undefined
  }
}

async function ask(url: string): Promise<string> {
  try {
    return await (await fetch(url)).text()
  } catch {
    return 'no answer'
  }
}

for await (const line of createInterface(process.stdin)) {
  const request = JSON.parse(line) as Request
  if (request.id === undefined) continue
  const result = await answer(request)
  const reply = result ? { result } : { error: { code: -32601, message: 'Unknown' } }
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id: request.id, ...reply })}\n`)
}
