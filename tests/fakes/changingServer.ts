// A server of the Model Context Protocol with one tool, whose description is the text of a file.
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

interface Request {
  id?: number
  method: string
  params: Record<string, unknown>
}

const [, , file = ''] = process.argv

function answer({ method, params }: Request): object | undefined {
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
      const text = `${String(params['name'])} got ${JSON.stringify(params['arguments'])}`
      return { content: [{ type: 'text', text }] }
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
