// A program of the revision 2026-07-28 whose only tool becomes a task. It asks a name on the way.
// With a file as its argument it keeps its task there, for its next start.
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

interface Request {
  id?: number | string
  method: string
  params: Record<string, unknown>
}

const complete = { resultType: 'complete' }
const cached = { ...complete, ttlMs: 0, cacheScope: 'private' }
const task = {
  taskId: 'task-1',
  createdAt: '2026-11-22T10:00:00Z',
  ttlMs: 60_000,
  pollIntervalMs: 200,
}
const updated = { lastUpdatedAt: '2026-11-22T10:00:01Z' }
let polls = 0
let name: string | undefined
let isCancelled = false

const [, , kept] = process.argv
let isBegun = kept !== undefined && existsSync(kept) && readFileSync(kept, 'utf8') !== ''

const question = {
  method: 'elicitation/create',
  params: {
    message: 'Whose report?',
    requestedSchema: { type: 'object', properties: { name: { type: 'string' } } },
  },
}

function stateOf(): object {
  polls += 1
  if (isCancelled) return { ...task, ...updated, status: 'cancelled' }
  if (name === undefined && polls > 1) {
    return { ...task, ...updated, status: 'input_required', inputRequests: { who: question } }
  }
  if (name === undefined) {
    return { ...task, ...updated, status: 'working', statusMessage: 'Looking' }
  }
  const result = { content: [{ type: 'text', text: `The report of ${name}` }] }
  return { ...task, ...updated, status: 'completed', result }
}

function answer({ method, params }: Request): object | undefined {
  switch (method) {
    case 'server/discover':
      return {
        ...cached,
        supportedVersions: ['2026-07-28'],
        capabilities: { tools: {}, extensions: { 'io.modelcontextprotocol/tasks': {} } },
      }
    case 'tools/list':
      return { ...cached, tools: [{ name: 'report', inputSchema: { type: 'object' } }] }
    case 'tools/call':
      isBegun = true
      if (kept !== undefined) appendFileSync(kept, 'called\n')
      return { resultType: 'task', ...task, ...updated, status: 'working' }
    case 'tasks/get':
      if (!isBegun) return undefined
      return { ...complete, ...stateOf() }
    case 'tasks/update': {
      const { who } = params['inputResponses'] as { who: { content: { name: string } } }
      ;({ name } = who.content)
      return complete
    }
    case 'tasks/cancel':
      isCancelled = true
      process.stderr.write('cancelled\n')
      return complete
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
