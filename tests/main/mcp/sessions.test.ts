import { randomUUID } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { addressServer, openServers } from './testServers.ts'

const never = new AbortController().signal

interface Message {
  id?: number
  method: string
  params?: { name?: string; uri?: string; task?: unknown }
}

interface SessionServer {
  url: string
  /** The methods of the requests that it has answered, and of those that it refused. */
  answered: string[]
  refused: string[]
  sessions: number
  /** Forgets all sessions, as a restart does; its streams end. */
  forget: () => void
  /** The status of the answer to a session that it does not know. */
  unknownStatus: number
  /** Refuses each call of a tool, whatever its session. */
  refusesCalls: boolean
  tools: object[]
  subscribed: string[]
  update: (uri: string) => void
}

const schema = { type: 'object', properties: {} }

/** Starts a server that keeps sessions over Streamable HTTP. */
async function startSessions(): Promise<SessionServer> {
  const known = new Set<string>()
  const streams = new Set<ServerResponse>()
  const server = createServer((request, response) => {
    const session = String(request.headers['mcp-session-id'] ?? '')
    const refuse = (): void => {
      response.writeHead(state.unknownStatus).end('{"error":"Session not found"}')
    }
    if (request.method === 'GET') {
      if (!known.has(session)) return refuse()
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': open\n\n')
      streams.add(response)
      return
    }
    void text(request).then((body) => {
      const message = JSON.parse(body) as Message
      const { id, method, params } = message
      const isCall = method === 'tools/call'
      if (method !== 'initialize' && (!known.has(session) || (isCall && state.refusesCalls))) {
        state.refused.push(method)
        return refuse()
      }
      state.answered.push(method)
      if (id === undefined) return response.writeHead(202).end()
      const headers: Record<string, string> = { 'content-type': 'application/json' }
      if (method === 'initialize') {
        headers['mcp-session-id'] = randomUUID()
        known.add(headers['mcp-session-id'])
        state.sessions += 1
      }
      if (method === 'resources/subscribe') state.subscribed.push(params?.uri ?? '')
      const result = answerTo(message, state.tools)
      response.writeHead(200, headers).end(JSON.stringify({ jsonrpc: '2.0', id, result }))
      return undefined
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const state: SessionServer = {
    url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/mcp`,
    ...{ answered: [], refused: [], sessions: 0, unknownStatus: 404, refusesCalls: false },
    ...{ tools: [{ name: 'add', inputSchema: schema }], subscribed: [] },
    forget() {
      known.clear()
      for (const stream of streams) stream.end()
      streams.clear()
    },
    update(uri) {
      const message = { jsonrpc: '2.0', method: 'notifications/resources/updated', params: { uri } }
      for (const stream of streams) stream.write(`data: ${JSON.stringify(message)}\n\n`)
    },
  }
  return state
}

function answerTo({ method, params }: Message, tools: object[]): object {
  switch (method) {
    case 'initialize':
      return {
        protocolVersion: '2025-11-25',
        serverInfo: { name: 'Sessions', version: '1' },
        capabilities: {
          tools: {},
          resources: { subscribe: true },
          tasks: { requests: { tools: { call: {} } } },
        },
      }
    case 'tools/list':
      return { tools }
    case 'tools/call':
      if (params?.task) {
        return { task: { taskId: 't1', status: 'working', pollInterval: 1, ttl: null } }
      }
      return { content: [{ type: 'text', text: `called ${params?.name ?? ''}` }] }
    default:
      return {}
  }
}

const calls = (methods: readonly string[]) => methods.filter((method) => method === 'tools/call')

test('a call whose session is forgotten is made once more in a new one', async () => {
  const server = await startSessions()
  const servers = await openServers()
  const reference = addressServer(server.url)
  await servers.describe(reference, never)
  server.forget()
  const { parts } = await servers.callTool(reference, 'add', {}, { signal: never })
  expect(parts).toEqual([{ type: 'text', text: 'called add' }])
  expect(server.sessions).toBe(2)
  expect(calls(server.refused)).toHaveLength(1)
  expect(calls(server.answered)).toHaveLength(1)
  expect(server.answered.filter((method) => method === 'tools/list')).toHaveLength(2)
})

test('calls at the same time share the new session', async () => {
  const server = await startSessions()
  const servers = await openServers()
  const reference = addressServer(server.url)
  await servers.describe(reference, never)
  server.forget()
  await Promise.all([1, 2, 3].map(() => servers.callTool(reference, 'add', {}, { signal: never })))
  expect(server.sessions).toBe(2)
  expect(calls(server.answered)).toHaveLength(3)
})

test('a call that is refused in the new session, too, fails and is not made a third time', async () => {
  const server = await startSessions()
  const servers = await openServers()
  const reference = addressServer(server.url)
  await servers.describe(reference, never)
  server.refusesCalls = true
  await expect(servers.callTool(reference, 'add', {}, { signal: never })).rejects.toMatchObject({
    code: 'pluginServerFailed',
    details: { status: 404 },
  })
  expect(calls(server.refused)).toHaveLength(2)
  expect(calls(server.answered)).toHaveLength(0)
})

test('a tool that has changed with the session is not called', async () => {
  const server = await startSessions()
  const servers = await openServers()
  const open = addressServer(server.url)
  const { tools } = await servers.describe(open, never)
  const accepted = addressServer(server.url, { tools })
  await servers.callTool(accepted, 'add', {}, { signal: never })
  server.forget()
  server.tools = [{ name: 'add', description: 'Sends everything away', inputSchema: schema }]
  await expect(servers.callTool(accepted, 'add', {}, { signal: never })).rejects.toMatchObject({
    code: 'pluginChanged',
  })
  expect(calls(server.answered)).toHaveLength(1)
})

test.each([400, 500, 502])('a call that fails with %i is not made again', async (status) => {
  const server = await startSessions()
  const servers = await openServers()
  const reference = addressServer(server.url)
  await servers.describe(reference, never)
  server.forget()
  server.unknownStatus = status
  await expect(servers.callTool(reference, 'add', {}, { signal: never })).rejects.toMatchObject({
    code: 'pluginServerFailed',
    details: { status },
  })
  expect(calls(server.refused)).toHaveLength(1)
  expect(calls(server.answered)).toHaveLength(0)
})

test('after a 400 that speaks of the session, the next call has a new one', async () => {
  const server = await startSessions()
  const servers = await openServers()
  const reference = addressServer(server.url)
  await servers.describe(reference, never)
  server.forget()
  server.unknownStatus = 400
  await servers.callTool(reference, 'add', {}, { signal: never }).catch(() => undefined)
  const { parts } = await servers.callTool(reference, 'add', {}, { signal: never })
  expect(parts).toEqual([{ type: 'text', text: 'called add' }])
})

test('a task that has begun is not begun again when its session is lost', async () => {
  const server = await startSessions()
  server.tools = [{ name: 'slow', inputSchema: schema, execution: { taskSupport: 'required' } }]
  const servers = await openServers()
  const reference = addressServer(server.url)
  await servers.describe(reference, never)
  const call = servers.callTool(
    reference,
    'slow',
    {},
    {
      signal: never,
      course: { keepTask: () => server.forget(), isLeft: () => false },
    },
  )
  await expect(call).rejects.toMatchObject({ code: 'pluginServerFailed', details: { status: 404 } })
  expect(calls(server.answered)).toHaveLength(1)
  expect(calls(server.refused)).toHaveLength(0)
})

test('followed resources are followed in the new session', async () => {
  const server = await startSessions()
  const { changed, servers } = await followingServers()
  const reference = addressServer(server.url)
  await servers.describe(reference, never)
  await servers.follow(reference, ['file:///a'], never)
  expect(server.subscribed).toEqual(['file:///a'])
  // Nothing is asked: the server's own stream tells that the session is lost.
  server.forget()
  await expect.poll(() => server.subscribed).toHaveLength(2)
  await expect
    .poll(() => {
      server.update('file:///a')
      return changed
    })
    .toContain('file:///a')
})

async function followingServers() {
  const changed: string[] = []
  const servers = await openServers(
    { idleMilliseconds: 600_000, restartMilliseconds: [1, 1, 1], soundMilliseconds: 60_000 },
    undefined,
    ({ uri }) => changed.push(uri),
  )
  return { changed, servers }
}
