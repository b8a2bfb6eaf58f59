import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { doctorSteps } from '../../../../src/shared/providers.ts'
import { startFakeOllama } from '../../../fakes/fakeOllama.ts'
import { startFakeOpenAi } from '../../../fakes/fakeOpenAi.ts'
import type { FakeOpenAi } from '../../../fakes/fakeOpenAi.ts'
import { sendJson, startFakeServer } from '../../../fakes/fakeServer.ts'
import type { Route } from '../../../fakes/fakeServer.ts'
import { nowhere, openProviders } from '../openProviders.ts'
import { diagnose, endOf, outcomesOf } from './findings.ts'

const key = 'sk-fake-0123456789'
const closers: (() => Promise<void>)[] = []
let fake: FakeOpenAi

beforeEach(async () => {
  fake = await startFakeOpenAi({ key })
  closers.push(() => fake.close())
})

afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

async function serve(route: Route) {
  const server = await startFakeServer(route)
  closers.push(() => server.close())
  return server
}

/** Adds a provider at an address, with a key if given. */
async function open(baseUrl: string, itsKey: string | null = key) {
  const opened = openProviders()
  await opened.providers.add({ presetId: null, baseUrl })
  if (itsKey !== null) await opened.setKey('custom', itsKey)
  return opened
}

const allPassed = { address: 'passed', key: 'passed', models: 'passed', reply: 'passed' }

test('a healthy provider passes all four, each told as running first', async () => {
  const { providers } = await open(fake.origin)
  const findings = await diagnose(providers)
  expect(findings.map(({ step, outcome }) => `${step} ${outcome}`)).toEqual(
    doctorSteps.flatMap((step) => [`${step} running`, `${step} passed`]),
  )
  expect(endOf(findings, 'models').found).toBe('2')
  expect(endOf(findings, 'reply').found).toBe('You said: Say OK.')
  const { request, answer } = endOf(findings, 'key')
  expect(request).toContain('GET /v1/models')
  expect(request).toContain(`host: 127.0.0.1:${String(fake.port)}`)
  expect(request).toContain('authorization: Bearer •••')
  expect(answer).toMatch(/^HTTP\/1\.1 200\n/)
  expect(answer).toContain('parley-large')
  const reply = endOf(findings, 'reply')
  expect(reply.request).toMatch(/^POST \/v1\//)
  expect(reply.request).toContain('Say OK.')
  expect(reply.answer).toContain('text/event-stream')
  expect(JSON.stringify(findings)).not.toContain(key)
  expect(fake.violations).toEqual([])
})

test('asks one tiny question, of the small model or the one used last', async () => {
  const { providers, settings } = await open(fake.origin)
  const asked = () =>
    fake.requests
      .filter(({ method }) => method === 'POST')
      .map(({ body }) => body as { model: string; max_tokens?: number })
  await diagnose(providers)
  expect(asked()).toMatchObject([{ model: 'parley-small', max_tokens: 16 }])
  settings.update({ recentModels: [{ providerId: 'custom', modelId: 'parley-large' }] })
  await diagnose(providers)
  expect(asked().at(-1)?.model).toBe('parley-large')
})

test('the guide and nothing else passes trivially', async () => {
  const { providers } = openProviders()
  expect(outcomesOf(await diagnose(providers, 'guide'))).toEqual(allPassed)
})

describe('the address', () => {
  test('that leads past the API is mended by the one beside it', async () => {
    const { providers } = await open(`${fake.origin}/wrong/place`)
    const findings = await diagnose(providers)
    // The fake answers all unknown paths as an API would, so only the list shows it.
    expect(endOf(findings, 'models').error?.code).toBe('notFound')

    const site = await serve((seen, response) => {
      if (seen.path.startsWith('/v1/')) sendJson(response, 200, { data: [] })
      else response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not here</h1>')
    })
    await providers.update('custom', { baseUrl: `${site.origin}/chat` })
    const found = await diagnose(providers)
    expect(outcomesOf(found)).toEqual({
      address: 'failed',
      key: 'skipped',
      models: 'skipped',
      reply: 'skipped',
    })
    expect(endOf(found, 'address')).toMatchObject({
      error: { code: 'notAnApi' },
      fix: { kind: 'useAddress', value: `${site.origin}/v1` },
    })
    expect(endOf(found, 'address').answer).toContain('<h1>Not here</h1>')
    expect(site.requests.every(({ headers }) => headers.authorization === undefined)).toBe(true)
  })

  test('that moved is followed only on its own host', async () => {
    const moved = await serve((seen, response) => {
      const location =
        seen.path === '/v1/models' ? '/api/v2/models' : 'https://evil.example/v1/models'
      if (seen.path === '/api/v2/models') sendJson(response, 200, { data: [] })
      else response.writeHead(308, { location }).end()
    })
    const { providers } = await open(moved.origin)
    expect(endOf(await diagnose(providers), 'address').fix).toEqual({
      kind: 'useAddress',
      value: `${moved.origin}/api/v2`,
    })
    await providers.update('custom', { baseUrl: `${moved.origin}/elsewhere/v1` })
    const value = endOf(await diagnose(providers), 'address').fix?.value ?? ''
    expect(value).not.toContain('evil')
  })

  test('over https where the server speaks http', async () => {
    const { providers } = await open(fake.origin.replace('http:', 'https:'))
    const { error, fix } = endOf(await diagnose(providers), 'address')
    expect(error?.code).toBe('connectionFailed')
    expect(fix).toEqual({ kind: 'useAddress', value: fake.baseUrl })
  })

  test('at which nothing listens', async () => {
    const { providers } = await open(`${nowhere}/v1`)
    const address = endOf(await diagnose(providers), 'address')
    expect(address).toMatchObject({
      error: { code: 'serverNotRunning' },
      fix: { kind: 'startServer' },
    })
    expect(address.request).toContain('GET /v1/models')
    expect(address.answer).toBeUndefined()
  })

  test('of a local server that listens elsewhere', async () => {
    const ollama = await startFakeOllama()
    closers.push(() => ollama.close())
    const { providers } = openProviders({ environment: { OLLAMA_HOST: ollama.origin } })
    await providers.update('ollama', { baseUrl: `${nowhere}/v1` })
    expect(endOf(await diagnose(providers, 'ollama'), 'address')).toMatchObject({
      error: { code: 'serverNotRunning' },
      fix: { kind: 'useAddress', value: `${ollama.origin}/v1` },
    })
  })

  test('with a name that nobody has, and that looks like a known one', async () => {
    const notFound = () =>
      Promise.reject(Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' }))
    const { providers } = openProviders({ fetch: notFound })
    await providers.add({ presetId: null, baseUrl: 'https://api.opneai.com/v1' })
    expect(endOf(await diagnose(providers), 'address').fix).toEqual({
      kind: 'useAddress',
      value: 'https://api.openai.com/v1',
    })
    // Offline, a right address does not count as wrong.
    await providers.update('custom', { baseUrl: 'https://api.openai.com/v1' })
    expect(endOf(await diagnose(providers), 'address').fix).toBeUndefined()
  })

  test('of a provider that is off', async () => {
    const { providers } = await open(fake.origin)
    await providers.update('custom', { enabled: false })
    expect(endOf(await diagnose(providers), 'address').fix).toEqual({ kind: 'enable' })
    expect(fake.requests).toEqual([])
  })
})

describe('the key', () => {
  test('that is missing, where the service refuses without one', async () => {
    const { providers } = await open(fake.origin, null)
    const findings = await diagnose(providers)
    expect(outcomesOf(findings)).toMatchObject({ address: 'passed', key: 'failed' })
    expect(endOf(findings, 'key')).toMatchObject({
      error: { code: 'keyMissing', details: { status: 401 } },
      fix: { kind: 'addKey' },
    })
  })

  test('that is missing, where the service is known to need one', async () => {
    const { providers } = openProviders({
      fetch: () => Promise.resolve(new Response('{"error":{}}', { status: 401 })),
    })
    await providers.add({ presetId: 'openai' })
    expect(endOf(await diagnose(providers, 'openai'), 'key')).toMatchObject({
      error: { code: 'keyMissing' },
      fix: { kind: 'addKey' },
    })
  })

  test('that is refused', async () => {
    const { providers } = await open(fake.origin, 'sk-wrong-0123456789')
    const findings = await diagnose(providers)
    expect(endOf(findings, 'key')).toMatchObject({
      error: { code: 'keyRefused' },
      fix: { kind: 'replaceKey' },
    })
    expect(endOf(findings, 'key').answer).toMatch(/^HTTP\/1\.1 401\n/)
    expect((await providers.list()).at(-1)?.keys[0]?.condition).toBe('refused')
  })

  test('of which one of two is good', async () => {
    const { providers, setKey } = await open(fake.origin, 'sk-wrong-0123456789')
    const keyId = providers.addKey('custom')
    await setKey('custom', key, keyId)
    const findings = await diagnose(providers)
    expect(outcomesOf(findings)).toEqual(allPassed)
    expect(endOf(findings, 'key').found).toBe('1/2')
    expect((await providers.list()).at(-1)?.keys.map(({ condition }) => condition)).toEqual([
      'refused',
      'good',
    ])
  })
})

test('a server without a model says so, and one can be fetched where that is possible', async () => {
  const ollama = await serve((seen, response) => {
    const answers: Record<string, unknown> = {
      '/api/version': { version: '0.30.0' },
      '/api/tags': { models: [] },
      '/api/ps': { models: [] },
      '/v1/models': { object: 'list', data: null },
    }
    sendJson(response, answers[seen.path] ? 200 : 404, answers[seen.path] ?? {})
  })
  const { providers } = openProviders({ environment: { OLLAMA_HOST: ollama.origin } })
  const models = endOf(await diagnose(providers, 'ollama'), 'models')
  expect(models).toMatchObject({ error: { code: 'modelMissing' }, found: '0' })
  expect(models.fix?.kind).toBe('fetchModel')
  const empty = await startFakeOpenAi({ models: [] })
  closers.push(() => empty.close())
  const other = await open(empty.origin)
  expect(endOf(await diagnose(other.providers), 'models').fix?.kind).toBe('chooseModel')
})

test('a server that loads its model says so at its list, and a check again is offered', async () => {
  const loading = { error: { message: 'Loading model', type: 'unavailable_error', code: 503 } }
  const server = await serve((_seen, response) => sendJson(response, 503, loading))
  const { providers } = await open(server.origin, null)
  const findings = await diagnose(providers)
  expect(outcomesOf(findings)).toEqual({ ...allPassed, models: 'failed', reply: 'skipped' })
  expect(endOf(findings, 'models')).toMatchObject({
    error: { code: 'modelLoading' },
    fix: { kind: 'wait' },
  })
})

test.each([
  [429, { kind: 'wait', value: '7' }, 'rateLimited'],
  [402, undefined, 'quotaExhausted'],
  [500, undefined, 'serverError'],
] as const)('a reply that is answered with %d', async (status, fix, code) => {
  const { providers } = await open(fake.origin)
  const headers = { 'retry-after': '7' }
  fake.behave({ kind: 'status', status, body: { error: { message: 'No.' } }, headers })
  const findings = await diagnose(providers)
  expect(endOf(findings, 'reply').error?.code).toBe(code)
  expect(endOf(findings, 'reply').fix).toEqual(fix)
  expect(fake.requests.filter(({ method }) => method === 'POST')).toHaveLength(1)
})

test('stopping ends it and closes its connection', async () => {
  const { providers } = await open(fake.origin)
  fake.behave({ kind: 'hang' })
  const stop = new AbortController()
  const findings = []
  for await (const finding of providers.diagnose('custom', stop.signal)) {
    findings.push(finding)
    if (finding.step === 'reply') setTimeout(() => stop.abort(), 50)
  }
  expect(findings.at(-1)).toEqual({ step: 'reply', outcome: 'running' })
  const asked = fake.requests.at(-1)
  await asked?.ended
  expect(asked?.closedEarly).toBe(true)
})

test('a server that accepts and says nothing is not waited for without end', async () => {
  const mute = createServer(() => undefined)
  await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve))
  closers.push(async () => void mute.close())
  const { port } = mute.address() as AddressInfo
  const { providers } = await open(`http://127.0.0.1:${String(port)}/v1`)
  const stop = new AbortController()
  setTimeout(() => stop.abort(), 100)
  expect(await diagnose(providers, 'custom', stop.signal)).toEqual([
    { step: 'address', outcome: 'running' },
  ])
})

describe('no key is in what is shown', () => {
  test.each([
    ['plain', 'sk-fake-0123456789abcdef'],
    ['with signs', 'a+b/c=d"e\\f&g<h>ünd0123'],
    ['an access key', 'AKIDEXAMPLE123456789:wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY'],
  ])('%s, wherever the service puts it', async (_name, secret) => {
    const { providers, setKey } = openProviders()
    const parts = [secret, ...secret.split(':')].filter((part) => part.length > 15)
    const forms = parts.flatMap((part) => [
      part,
      encodeURIComponent(part),
      JSON.stringify(part).slice(1, -1),
      Buffer.from(part).toString('base64').replace(/=+$/, ''),
    ])
    const echo = await serve((seen, response) => {
      const said = { got: seen.headers, query: [...seen.query], key: secret, forms }
      response.setHeader('x-echo', encodeURIComponent(secret))
      sendJson(response, 200, { data: [{ id: 'm' }], ...said, filler: secret.repeat(2000) })
    })
    await providers.add({ presetId: null, baseUrl: echo.origin })
    await setKey('custom', secret)
    await providers.update('custom', {
      query: { api_key: 'quite-hidden', 'api-version': '1' },
      headers: { 'x-team': 'blue', 'x-gateway-token': 'hidden-as-well' },
    })
    const text = JSON.stringify(await diagnose(providers)).replaceAll('\\\\', '\\')
    for (const form of [...forms, 'quite-hidden', 'hidden-as-well']) {
      expect(text).not.toContain(form)
      expect(text).not.toContain(JSON.stringify(form).slice(1, -1))
    }
    expect(text).toContain('x-team: •••')
    expect(text).toContain('api-version=1')
  })
})
