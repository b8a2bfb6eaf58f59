import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Provider } from '../../../src/main/providers/provider.ts'
import type { ReplyRequest } from '../../../src/main/providers/reply.ts'
import { createTransport } from '../../../src/main/providers/transport/transport.ts'
import { startFakeServer } from '../../fakes/fakeServer.ts'
import type { Route } from '../../fakes/fakeServer.ts'
import { openAnthropic } from './anthropic/openAnthropic.ts'
import { openBedrock } from './bedrock/openBedrock.ts'
import { ask, collect } from './collect.ts'
import { openLocal } from './local/openLocal.ts'
import { openService } from './openAiCompatible/openService.ts'
import { skipPauses } from './skipPauses.ts'

interface Dialect {
  name: string
  open: (origin: string) => Provider
  /** The path of a request for a reply. */
  path: RegExp
  modelId?: string
}

const fetch = createTransport({ keepAlive: true })
const dialects: readonly Dialect[] = [
  {
    name: 'chat completions',
    open: (origin) => openService(`${origin}/v1`, { fetch }),
    path: /\/chat\/completions$/,
  },
  {
    name: 'Responses',
    open: (origin) => openService(`${origin}/v1`, { fetch, api: 'responses' }),
    path: /\/responses$/,
  },
  {
    name: 'Messages',
    open: (origin) => openAnthropic(origin, { fetch }),
    path: /\/messages$/,
  },
  {
    name: 'Converse',
    open: (origin) => openBedrock(origin, { fetch }),
    path: /converse-stream$/,
  },
  {
    name: 'InvokeModel',
    open: (origin) =>
      openBedrock(origin, {
        fetch,
        aws: { operation: 'invokeModel' },
      }),
    path: /invoke-with-response-stream$/,
    modelId: 'anthropic.claude-sonnet-4-5',
  },
  {
    name: 'Ollama',
    open: (origin) => openLocal('ollama', origin, { fetch }),
    path: /\/api\/chat$/,
  },
  {
    name: 'llama.cpp',
    open: (origin) => openLocal('llamacpp', origin, { fetch }),
    path: /\/chat\/completions$/,
  },
]

beforeEach(() => {
  skipPauses()
})

afterEach(() => vi.unstubAllGlobals())

/** Sends one request that may leave once. Returns the requests for a reply that arrived. */
async function sendOnce({ open, path, modelId }: Dialect, route: Route, once = true) {
  const server = await startFakeServer((seen, response) => {
    if (path.test(seen.path)) return route(seen, response)
    response.writeHead(404).end()
    return undefined
  })
  onTestFinished(() => server.close())
  const request: ReplyRequest = { ...ask('Hello', modelId), ...(once && { once }) }
  const { error } = await collect(open(server.origin), request)
  const arrived = server.requests.filter((seen) => path.test(seen.path))
  return { error, arrived }
}

describe.each(dialects)('$name', (dialect) => {
  test.each([408, 429, 500, 501, 503, 529])(
    'an answer of %i is not followed by another try',
    async (status) => {
      const { error, arrived } = await sendOnce(dialect, (_seen, response) => {
        response.writeHead(status, { 'content-type': 'application/json', 'retry-after': '1' })
        response.end(JSON.stringify({ error: { message: 'Not now', type: 'error' } }))
      })
      expect(error?.details.status).toBe(status)
      expect(arrived).toHaveLength(1)
    },
  )

  test('a connection that breaks before the answer is not followed by another try', async () => {
    const { error, arrived } = await sendOnce(dialect, (_seen, response) => {
      response.destroy()
    })
    expect(error?.code).toBe('connectionFailed')
    expect(error?.details.status).toBeUndefined()
    expect(arrived).toHaveLength(1)
  })

  test('the request has a connection of its own', async () => {
    const route: Route = (_seen, response) => {
      response.writeHead(400, { 'content-type': 'application/json' }).end('{"error":{}}')
    }
    expect((await sendOnce(dialect, route)).arrived[0]?.headers.connection).toBe('close')
    const usual = await sendOnce(dialect, route, false)
    expect(usual.arrived[0]?.headers.connection).toBe('keep-alive')
  })
})
