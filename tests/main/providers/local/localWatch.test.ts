import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { startFakeOllama } from '../../../fakes/fakeOllama.ts'
import { startFakeOpenAi } from '../../../fakes/fakeOpenAi.ts'
import { sendJson, startFakeServer } from '../../../fakes/fakeServer.ts'
import type { FakeServer } from '../../../fakes/fakeServer.ts'
import { createLocalWatch } from '../../../../src/main/providers/local/localWatch.ts'
import { createTransport } from '../../../../src/main/providers/transport/transport.ts'
import { openProviders } from '../openProviders.ts'

const servers: Pick<FakeServer, 'close'>[] = []
const watches: AbortController[] = []

afterEach(async () => {
  for (const watch of watches.splice(0)) watch.abort()
  await Promise.all(servers.splice(0).map((server) => server.close()))
})

function kept<Server extends Pick<FakeServer, 'close'>>(server: Server): Server {
  servers.push(server)
  return server
}

/** Returns a port of this machine where nothing listens now. */
async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

function watch(providers: ReturnType<typeof openProviders>['providers']): AbortController {
  const controller = new AbortController()
  watches.push(controller)
  const frames = providers.watchLocal(controller.signal)
  void (async () => {
    for await (const frame of frames) expect(frame).toEqual({})
  })()
  return controller
}

const modelsOf = async (
  { models }: ReturnType<typeof openProviders>['providers'],
  id: string,
): Promise<string[]> => {
  const listed = await models(false)
  return listed.models.flatMap(({ providerId, modelId }) => (providerId === id ? [modelId] : []))
}

test('a server that starts and one that ends are noticed while somebody watches', async () => {
  const port = await freePort()
  const environment = { OLLAMA_HOST: `127.0.0.1:${String(port)}` }
  const { providers, events } = openProviders({ environment })
  expect(await modelsOf(providers, 'ollama')).toEqual([])
  watch(providers)
  const ollama = kept(await startFakeOllama(port))
  await expect.poll(() => modelsOf(providers, 'ollama')).toHaveLength(2)
  expect(events).toContain('changed')
  await ollama.close()
  await expect.poll(() => modelsOf(providers, 'ollama')).toEqual([])
  // It comes back with other models.
  kept(await startFakeOllama(port, { models: [] }))
  const isFound = async (): Promise<boolean | undefined> =>
    (await providers.list()).find(({ id }) => id === 'ollama')?.found
  await expect.poll(isFound).toBe(true)
  expect(await modelsOf(providers, 'ollama')).toEqual([])
})

test('what the user added at an address of this machine is watched as well', async () => {
  const port = await freePort()
  const { providers } = openProviders()
  const { id } = await providers.add({
    presetId: null,
    baseUrl: `http://127.0.0.1:${String(port)}`,
  })
  expect((await providers.models(false)).failures).toMatchObject([
    { providerId: id, error: { code: 'serverNotRunning' } },
  ])
  watch(providers)
  const server = kept(await startFakeOpenAi({ port }))
  await expect.poll(() => modelsOf(providers, id)).not.toEqual([])
  await server.close()
  await expect.poll(() => modelsOf(providers, id)).toEqual([])
})

test('a known server is asked for nothing more once it is found', async () => {
  const ollama = kept(await startFakeOllama())
  const { providers } = openProviders({ environment: { OLLAMA_HOST: ollama.origin } })
  await providers.discover()
  const stranger = kept(
    await startFakeServer((_seen, response) => void response.writeHead(404).end()),
  )
  await providers.update('jan', { baseUrl: stranger.origin })
  const [asked, askedBefore] = [ollama.requests.length, stranger.requests.length]
  watch(providers)
  await expect.poll(() => stranger.requests.length).toBeGreaterThan(askedBefore + 1)
  expect(ollama.requests).toHaveLength(asked)
  expect((await providers.list()).find(({ id }) => id === 'jan')?.found).toBe(false)
})

describe('a server that is loading', () => {
  const loading = {
    error: { message: 'Loading model', type: 'unavailable_error', code: 503 },
  }

  /** Starts llama.cpp as it loads its model, at first before it lists anything. */
  async function startLoading() {
    let isLoaded = false
    const server = kept(
      await startFakeServer(({ path }, response) => {
        response.setHeader('server', 'llama.cpp')
        if (!isLoaded) return sendJson(response, 503, loading)
        if (path === '/v1/models') return sendJson(response, 200, { data: [{ id: 'gemma' }] })
        if (path === '/props') return sendJson(response, 200, { default_generation_settings: {} })
        sendJson(response, path === '/health' ? 200 : 404, {})
      }),
    )
    return { server, load: () => (isLoaded = true) }
  }

  const failureOf = async (providers: ReturnType<typeof openProviders>['providers'], id: string) =>
    (await providers.models(false)).failures.find(({ providerId }) => providerId === id)?.error.code

  test.each([
    ['known', true],
    ['OpenAI-compatible', false],
  ])('and %s says so, and is asked until it has loaded', async (_name, isKnown) => {
    const { server, load } = await startLoading()
    const { providers, events } = openProviders()
    const baseUrl = server.origin
    const { id } = isKnown
      ? await providers.update('llamacpp', { baseUrl })
      : await providers.add({ presetId: null, baseUrl })
    await providers.discover()
    expect(await failureOf(providers, id)).toBe('modelLoading')
    watch(providers)
    const asked = server.requests.length
    await expect.poll(() => server.requests.length).toBeGreaterThan(asked)
    load()
    events.length = 0
    // Only a listing by the watch itself reports a change.
    await expect.poll(() => events).toContain('changed')
    expect(await modelsOf(providers, id)).toEqual(['gemma'])
    expect(await failureOf(providers, id)).toBeUndefined()
  })
})

test('it looks as long as anybody follows, and not after that', async () => {
  const turns: (() => void)[] = []
  const localWatch = createLocalWatch({
    configs: () => [],
    keyFor: () => Promise.resolve(null),
    fetch: createTransport(),
    listed: () => undefined,
    isLoading: () => false,
    listAgain: () => Promise.resolve(),
    onChanged: () => undefined,
    wait: () => new Promise((resolve) => turns.push(resolve)),
  })
  const [first, second] = [new AbortController(), new AbortController()]
  const followed = [localWatch.follow(first.signal), localWatch.follow(second.signal)]
  await expect.poll(() => turns.length).toBe(1)
  first.abort()
  await followed[0]
  turns[0]?.()
  await expect.poll(() => turns.length).toBe(2)
  second.abort()
  await followed[1]
  turns[1]?.()
  await new Promise(setImmediate)
  expect(turns).toHaveLength(2)
})
