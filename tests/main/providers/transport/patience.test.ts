import { afterEach, describe, expect, test, vi } from 'vitest'
import { waitForReal } from '../../../../src/main/providers/transport/patience.ts'
import { sendJson, startFakeServer } from '../../../fakes/fakeServer.ts'
import type { FakeServer, Route } from '../../../fakes/fakeServer.ts'
import { openAnthropic } from '../anthropic/openAnthropic.ts'
import { ask, collect } from '../collect.ts'
import { never, openLocal } from '../local/openLocal.ts'
import { openService } from '../openAiCompatible/openService.ts'
import { skipPauses } from '../skipPauses.ts'

const servers: FakeServer[] = []

afterEach(async () => {
  vi.unstubAllGlobals()
  await Promise.all(servers.splice(0).map((server) => server.close()))
})

async function start(route: Route): Promise<FakeServer> {
  const server = await startFakeServer(route)
  servers.push(server)
  return server
}

const loading = { error: { code: 503, message: 'Loading model', type: 'unavailable_error' } }
const whole = { choices: [{ message: { content: 'Here I am' }, finish_reason: 'stop' }] }

/** Gives this many answers of one kind before the true one. */
function after(times: number, status: number, body: object, headers = {}): Route {
  let left = times
  return (_seen, response) => {
    left -= 1
    if (left < 0) {
      sendJson(response, 200, whole)
      return
    }
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(JSON.stringify(body))
  }
}

describe('a server that is loading its model', () => {
  test('is asked again each second until it answers', async () => {
    const server = await start(after(30, 503, loading))
    const provider = openLocal('llamacpp', server.origin)
    const reply = await collect(provider)
    expect(reply).toMatchObject({ text: 'Here I am', error: undefined })
    expect(provider.waits).toEqual(Array.from({ length: 30 }, () => 1000))
  })

  test('is given up after ten minutes', async () => {
    const server = await start(after(10_000, 503, loading))
    const provider = openLocal('llamacpp', server.origin)
    const { error } = await collect(provider)
    expect(error).toMatchObject({ code: 'modelLoading', details: { status: 503 } })
    expect(provider.waits.reduce((sum, wait) => sum + wait, 0)).toBe(600_000)
  })

  test('can be left', async () => {
    const stop = new AbortController()
    const server = await start((_seen, response) => {
      sendJson(response, 503, loading)
      stop.abort()
    })
    const provider = openLocal('llamacpp', server.origin, { wait: waitForReal })
    expect((await collect(provider, ask('Hi'), stop.signal)).error?.code).toBe('aborted')
    expect(server.requests).toHaveLength(1)
  })

  test('says so when it is asked for its models', async () => {
    const server = await start(after(100, 503, loading))
    const { models, countTokens } = openLocal('llamacpp', server.origin)
    await expect(models(never)).rejects.toMatchObject({ code: 'modelLoading' })
    await expect(countTokens?.(ask('Hi'), never)).rejects.toMatchObject({ code: 'modelLoading' })
  })
})

const isChat = ({ path }: { path: string }) => /\/chat/.test(path)

describe.each(['ollama', 'vllm'] as const)('a failure of %s that may pass', (kind) => {
  const done = { message: { content: 'Here I am' }, done: true, ...whole }
  const failing = (times: number, status: number, headers = {}): Route => {
    let left = times
    return (seen, response) => {
      // Ollama is asked what the model reads at once before it is asked for an answer.
      if (!isChat(seen)) return sendJson(response, 200, {})
      left -= 1
      response.writeHead(left < 0 ? 200 : status, {
        'content-type': 'application/json',
        ...(left >= 0 && headers),
      })
      response.end(JSON.stringify(left < 0 ? done : { error: 'out of luck' }))
    }
  }

  test.each([408, 409, 429, 500, 503])('%d is asked again, twice', async (status) => {
    const lucky = openLocal(kind, (await start(failing(2, status))).origin)
    expect((await collect(lucky)).text).toBe('Here I am')
    const [first = 0, second = 0] = lucky.waits
    expect(lucky.waits).toHaveLength(2)
    expect(first).toBeGreaterThanOrEqual(375)
    expect(first).toBeLessThanOrEqual(500)
    expect(second).toBeGreaterThanOrEqual(750)
    expect(second).toBeLessThanOrEqual(1000)
    const unlucky = await start(failing(3, status))
    expect((await collect(openLocal(kind, unlucky.origin))).error?.details.status).toBe(status)
    expect(unlucky.requests.filter(isChat)).toHaveLength(3)
  })

  test('is waited for as the server asks, up to a minute', async () => {
    const patient = openLocal(kind, (await start(failing(1, 503, { 'retry-after': '60' }))).origin)
    expect((await collect(patient)).text).toBe('Here I am')
    expect(patient.waits).toEqual([60_000])
    const server = await start(failing(1, 503, { 'retry-after': '61' }))
    expect((await collect(openLocal(kind, server.origin))).error?.code).toBe('overloaded')
    expect(server.requests.filter(isChat)).toHaveLength(1)
  })

  test('is not, where another key is at hand', async () => {
    const server = await start(failing(1, 429))
    const provider = openLocal(kind, server.origin, { lastKey: false })
    expect((await collect(provider)).error?.code).toBe('rateLimited')
    expect(server.requests.filter(isChat)).toHaveLength(1)
  })

  test.each([400, 401, 403])('%d is not', async (status) => {
    const server = await start(failing(1, status))
    expect((await collect(openLocal(kind, server.origin))).error?.details.status).toBe(status)
    expect(server.requests.filter(isChat)).toHaveLength(1)
  })

  test('is not where nothing listens', async () => {
    const server = await start(() => undefined)
    await server.close()
    const provider = openLocal(kind, server.origin)
    expect((await collect(provider)).error?.code).toBe('serverNotRunning')
    expect(provider.waits).toEqual([])
  })
})

describe.each([
  ['OpenAI', (origin: string) => openService(`${origin}/v1`)],
  ['Anthropic', openAnthropic],
] as const)('what is asked of %s where no wait is shown', (_name, open) => {
  const refusing =
    (headers: Record<string, string>): Route =>
    (_seen, response) => {
      response.writeHead(429, { 'content-type': 'application/json', ...headers })
      response.end('{}')
    }

  test('is asked again after a short pause', async () => {
    skipPauses()
    const server = await start(refusing({}))
    await expect(open(server.origin).models(never)).rejects.toMatchObject({ code: 'rateLimited' })
    expect(server.requests).toHaveLength(3)
  })

  test('fails at once where the pause is long, and says how long', async () => {
    const server = await start(refusing({ 'retry-after': '6' }))
    const details = { retryAfterSeconds: 6 }
    await expect(open(server.origin).models(never)).rejects.toMatchObject({ details })
    expect(server.requests).toHaveLength(1)
  })
})

test('a realtime session is never begun twice, and its token is asked for again', async () => {
  skipPauses()
  const paths: string[] = []
  let refused = 1
  const server = await start((seen, response) => {
    paths.push(seen.path)
    if (seen.path.endsWith('client_secrets') && refused-- <= 0) {
      sendJson(response, 200, { value: 'ek_fake' })
      return
    }
    response.writeHead(503, { 'content-type': 'application/json' })
    response.end('{}')
  })
  const request = {
    modelId: 'parley-realtime',
    offer: 'v=0',
    voice: 'ash',
    transcription: '',
    locale: null,
    tools: [],
  }
  const connecting = openService(`${server.origin}/v1`).connectRealtime?.(request, never)
  await expect(connecting).rejects.toMatchObject({ details: { status: 503 } })
  expect(paths).toEqual([
    '/v1/realtime/client_secrets',
    '/v1/realtime/client_secrets',
    '/v1/realtime/calls',
  ])
})
