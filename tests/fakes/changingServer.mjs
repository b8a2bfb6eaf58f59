// A server of the Model Context Protocol with one tool, whose description is the text of a file.
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

const [, , file] = process.argv
const send = (message) =>
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)

const answers = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: { listChanged: true } },
    serverInfo: { name: 'changing', version: '1' },
  }),
  'tools/list': () => ({
    tools: [
      { name: 'look', description: readFileSync(file, 'utf8'), inputSchema: { type: 'object' } },
    ],
  }),
  'tools/call': ({ name, arguments: given }) => ({
    content: [{ type: 'text', text: `${name} got ${JSON.stringify(given)}` }],
  }),
}

for await (const line of createInterface(process.stdin)) {
  const { id, method, params } = JSON.parse(line)
  if (id === undefined) continue
  const answer = answers[method]
  if (answer) send({ id, result: answer(params) })
  else send({ id, error: { code: -32601, message: 'Unknown' } })
}
