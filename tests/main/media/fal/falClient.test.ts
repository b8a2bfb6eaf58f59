import type { ServerResponse } from 'node:http'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { NotAccepted } from '../../../../src/main/media/mediaProvider.ts'
import { createFalApi } from '../../../../src/main/media/fal/falApi.ts'
import { postFalJob } from '../../../../src/main/media/fal/falJobs.ts'
import { createTransport, type Fetch } from '../../../../src/main/providers/transport/transport.ts'
import { AppError } from '../../../../src/shared/errors.ts'
import { sendJson, startFakeServer, type Route } from '../../../fakes/fakeServer.ts'

const { signal } = new AbortController()
const post = {
  ...{ endpoint: 'fal-ai/painter/pro', input: { prompt: 'A cat' } },
  ...({ keptSeconds: 60, priority: 'normal', hint: '' } as const),
}
const silence = { first: 200, later: 200 }

afterEach(() => vi.unstubAllEnvs())

/** Opens the client at a server; `path` is that of the stand-in below its origin. */
async function openClient(route: Route, { path = '', fetch = createTransport() } = {}) {
  const server = await startFakeServer(route)
  onTestFinished(server.close)
  const baseUrl = server.origin + path
  const account = { id: 'fal', name: 'fal', baseUrl, key: async () => 'fal-key' }
  const api = createFalApi(account, { fetch, redact: (text) => text })
  const job = { endpoint: 'fal-ai/painter/pro', id: 'one', address: `${baseUrl}/the/job` }
  return { server, api, calls: api.calls, job }
}

/** Failures after which fal's own client would wait a second and send the request again. */
const mishaps: Record<string, (response: ServerResponse) => void> = {
  'a broken connection': (response) => void response.socket?.destroy(),
  'half an answer': (response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '99' })
    response.write('{"request_id":', () => response.socket?.destroy())
  },
  'something that is no JSON': (response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end('{')
  },
  ...Object.fromEntries(
    [408, 429, 500, 502, 503, 504].map((status) => [
      String(status),
      (response: ServerResponse) => sendJson(response, status, { detail: 'Later' }),
    ]),
  ),
}

test.each(Object.keys(mishaps))('after %s no request leaves again', async (name) => {
  const { server, calls, job } = await openClient((_request, response) => mishaps[name]!(response))
  await Promise.allSettled([
    ...[calls.submit(post, signal), calls.run(post, signal)],
    ...[calls.status(job, signal), calls.result(job, signal), calls.cancel(job, signal)],
    calls.statuses(job, signal, silence).next(),
  ])
  expect(server.requests.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual([
    ...['GET /the/job', 'GET /the/job', 'GET /the/job'],
    ...['POST /fal-ai/painter/pro', 'POST /run/fal-ai/painter/pro', 'PUT /the/job'],
  ])
})

test.each(['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'UND_ERR_SOCKET', ''])(
  'a fetch that fails with "%s" is asked once for each consent',
  async (code) => {
    let asked = 0
    const failing: Fetch = async () => {
      asked += 1
      throw Object.assign(new TypeError('fetch failed'), code === '' ? {} : { code })
    }
    const { api } = await openClient(() => undefined, { fetch: failing })
    const failure = await postFalJob(api, post, signal).catch((error: unknown) => error)
    expect(asked).toBe(1)
    // Only what certainly never left may be sent again without a new consent.
    expect(failure instanceof NotAccepted).toBe(code === 'ECONNREFUSED')
    const reason = failure instanceof NotAccepted ? failure.reason : failure
    expect(reason).toMatchObject({ code: code === 'ETIMEDOUT' ? 'timeout' : 'connectionFailed' })
    await expect(postFalJob(api, post, signal)).rejects.toThrow()
    expect(asked).toBe(2)
  },
)

test('a paid request says what the form says, and nothing of it is changed', async () => {
  const input = {
    ...{ prompt: 'Ein „Käse“ 猫\n', seed: 0, size: { width: 1, height: null } },
    ...{ list: [[], [{}], 'data:image/png;base64,AA=='], off: false, none: '' },
    ...(JSON.parse('{"__proto__": {"a": 1}}') as object),
  }
  const { server, calls } = await openClient((_request, response) => sendJson(response, 200, {}))
  await calls.submit({ ...post, input, priority: 'low', hint: 'here' }, signal)
  await calls.run({ ...post, input: {} }, signal)
  const [submitted, run] = server.requests
  expect(submitted?.text).toBe(JSON.stringify(input))
  expect(run?.text).toBe('{}')
  expect(submitted?.headers).toMatchObject({
    ...{ authorization: 'Key fal-key', 'content-type': 'application/json' },
    ...{ 'x-fal-queue-priority': 'low', 'x-fal-runner-hint': 'here' },
    'x-fal-object-lifecycle-preference': '{"expiration_duration_seconds":60}',
  })
  expect(run?.headers).toHaveProperty('x-fal-object-lifecycle-preference')
})

test('the key is the account’s alone: what the environment has is not sent', async () => {
  vi.stubEnv('FAL_KEY', 'key-of-the-environment')
  const { server, calls, job } = await openClient((_request, response) =>
    sendJson(response, 200, {}),
  )
  await calls.status(job, signal)
  const without = createFalApi(
    {
      ...{ id: 'fal', name: 'fal', baseUrl: server.origin },
      key: () => Promise.reject(new AppError('keyMissing', 'None')),
    },
    { fetch: createTransport(), redact: (text) => text },
  )
  await expect(without.calls.status(job, signal)).rejects.toMatchObject({ code: 'keyMissing' })
  await expect(without.calls.submit(post, signal)).rejects.toMatchObject({ code: 'keyMissing' })
  expect(server.requests.map(({ headers }) => headers.authorization)).toEqual(['Key fal-key'])
})

test.each([
  'https://evilfal.run/job',
  'https://queue.fal.run.evil.example/job',
  'http://queue.fal.run/job',
  'https://queue.fal.run:8443/job',
  'http://169.254.169.254/job',
])('nothing is sent to %s', async (address) => {
  const sent: string[] = []
  const fetch: Fetch = async (input) => {
    sent.push(new Request(input).url)
    return Response.json({})
  }
  const account = { id: 'fal', name: 'fal', key: async () => 'fal-key' }
  const options = { fetch, redact: (text: string) => text }
  const { calls } = createFalApi({ ...account, baseUrl: 'https://queue.fal.run' }, options)
  const job = { endpoint: 'fal-ai/painter', id: 'one', address }
  const refused = { code: 'addressInvalid' }
  await expect(calls.status(job, signal)).rejects.toMatchObject(refused)
  await expect(calls.result(job, signal)).rejects.toMatchObject(refused)
  await expect(calls.cancel(job, signal)).rejects.toMatchObject(refused)
  await expect(calls.statuses(job, signal, silence).next()).rejects.toMatchObject(refused)
  // The client takes such an id for an address.
  const endpoint = 'https://evilfal.run/painter'
  await expect(calls.submit({ ...post, endpoint }, signal)).rejects.toMatchObject(refused)
  expect(sent).toEqual([])
  await calls.submit(post, signal)
  await calls.run(post, signal)
  await calls.status({ ...job, address: 'https://queue.fal.run/a/b/requests/one' }, signal)
  expect(sent).toEqual([
    'https://queue.fal.run/fal-ai/painter/pro',
    'https://fal.run/fal-ai/painter/pro',
    'https://queue.fal.run/a/b/requests/one?logs=1',
  ])
})

test('a stand-in below a path gets everything below it', async () => {
  const { server, calls, api } = await openClient(
    (_request, response) => sendJson(response, 200, { request_id: 'a/b' }),
    { path: '/gate' },
  )
  await calls.run(post, signal)
  await calls.submit(post, signal)
  expect(server.requests.map(({ path }) => path)).toEqual([
    '/gate/run/fal-ai/painter/pro',
    '/gate/fal-ai/painter/pro',
  ])
  expect(api.serverTime()).not.toBeNull()
})

test('an answer is read as Python writes it, whatever its status and its type', async () => {
  const { calls, job } = await openClient(({ path }, response) => {
    response.writeHead(path.startsWith('/the') ? 200 : 422, { 'x-fal-billable-units': '3' })
    response.end('{"seed": NaN, "images": []}')
  })
  const result = await calls.result(job, signal)
  expect(result).toMatchObject({ status: 200, json: { seed: null, images: [] } })
  expect(result.headers.get('x-fal-billable-units')).toBe('3')
  const refused = await calls.submit(post, signal)
  expect(refused).toMatchObject({ status: 422, json: { seed: null } })
})

test('a call that is stopped says so', async () => {
  const stop = new AbortController()
  const { calls, job } = await openClient(() => stop.abort())
  await expect(calls.status(job, stop.signal)).rejects.toMatchObject({ code: 'aborted' })
})

/** Answers with a stream of these texts, and ends it. */
const streaming =
  (...texts: string[]): Route =>
  async (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    for (const text of texts) await new Promise((resolve) => response.write(text, resolve))
    response.end()
  }

async function read(statuses: AsyncIterable<unknown>) {
  const told: unknown[] = []
  try {
    for await (const status of statuses) told.push(status)
    return { told }
  } catch (error) {
    return { told, code: (error as AppError).code }
  }
}

test.each([
  ['an event without its end', ['data: {"a":1}\n\ndata: {"a":2}'], [{ a: 1 }], undefined],
  ['what is no JSON', ['data: {"a":1}\n\ndata: {a\n\n'], [{ a: 1 }], 'malformedAnswer'],
  [
    'lines that end in two ways',
    ['data: {"a"\r', '\ndata: :1}\r', '\n\r\n'],
    [{ a: 1 }],
    undefined,
  ],
  ['null', ['data: null\n\n'], [null], undefined],
])('a stream with %s tells what it can', async (_what, texts, told, code) => {
  const { calls, job } = await openClient(streaming(...texts))
  const seen = await read(calls.statuses(job, signal, silence))
  expect(seen.told).toEqual(told)
  expect(seen.code).toBe(code)
})

test('a stream without an end is ended, and what the client keeps of it stays bounded', async () => {
  const log = 'x'.repeat(1024 * 1024)
  const event = `data: ${JSON.stringify({ logs: [log] })}\n\n`
  const { server, calls, job } = await openClient(async (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    while (!response.destroyed) await new Promise((resolve) => response.write(event, resolve))
  })
  const { told, code } = await read(calls.statuses(job, signal, silence))
  expect(told).toHaveLength(15)
  expect(code).toBeUndefined()
  await server.requests[0]?.ended
})

test('who stops listening closes the connection', async () => {
  const { server, calls, job } = await openClient((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write('data: {"a":1}\n\ndata: {"a":2}\n\n')
  })
  for await (const status of calls.statuses(job, signal, { first: 60_000, later: 60_000 })) {
    expect(status).toEqual({ a: 1 })
    break
  }
  await server.requests[0]?.ended
  expect(server.requests[0]?.closedEarly).toBe(true)
})

test.each([
  ['10 seconds', null, 10_000],
  ['40 seconds after its first word', 'data: {"a":1}\n\n', 40_000],
])('a stream that is silent is left after %s', async (_when, said, limit) => {
  const { server, calls, job } = await openClient((_request, response) => {
    if (said === null) return
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(said)
  })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const statuses = calls.statuses(job, signal, undefined)
  if (said !== null) expect((await statuses.next()).value).toEqual({ a: 1 })
  let hasEnded = false
  const ending = statuses
    .next()
    .catch((error: unknown) => error)
    .finally(() => (hasEnded = true))
  await vi.waitUntil(() => server.requests.length > 0)
  await vi.advanceTimersByTimeAsync(limit - 100)
  expect(hasEnded).toBe(false)
  await vi.advanceTimersByTimeAsync(100)
  expect(await ending).toMatchObject({ code: 'timeout' })
})
