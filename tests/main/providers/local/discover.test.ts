import { afterEach, expect, test } from 'vitest'
import { discover } from '../../../../src/main/providers/local/discover.ts'
import { localServerIds } from '../../../../src/main/providers/local/localServers.ts'
import { createTransport } from '../../../../src/main/providers/transport/transport.ts'
import type { FakeLocalServerKind } from '../../../fakes/fakeLocalServer.ts'
import { startFakeLocalServer } from '../../../fakes/fakeLocalServer.ts'
import { startFakeOllama } from '../../../fakes/fakeOllama.ts'
import { sendJson, startFakeServer, write } from '../../../fakes/fakeServer.ts'
import type { FakeServer } from '../../../fakes/fakeServer.ts'

const servers: FakeServer[] = []

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()))
})

const fetch = createTransport()

/** Returns every server that recognizes itself at one address. */
async function recognise(server: FakeServer, limitMilliseconds = 5000): Promise<string[]> {
  servers.push(server)
  const candidates = localServerIds.map((id) => ({
    id,
    baseUrl: `${server.origin}/v1`,
    key: null,
  }))
  return [...(await discover(candidates, { fetch, limitMilliseconds }))].sort()
}

test.each<[FakeLocalServerKind, string[]]>([
  ['lmstudio', ['jan', 'lmstudio']],
  ['lmstudioOlder', ['jan', 'lmstudio']],
  ['llamacpp', ['jan', 'llamacpp']],
  ['llamacppWithKey', ['jan', 'llamacpp']],
  ['vllm', ['jan', 'vllm']],
  ['localai', ['jan', 'localai', 'vllm']],
  ['jan', ['jan']],
  ['koboldcpp', ['jan', 'koboldcpp']],
  ['otherWebServer', []],
])('%s is recognised at its own port', async (kind, recognised) => {
  // Jan has no answer of its own, and vLLM only a version, so their ports decide.
  expect(await recognise(await startFakeLocalServer(kind))).toEqual(recognised)
})

test('llama.cpp and LocalAI are told apart on the port that they share', async () => {
  const kinds = ['llamacpp', 'localai'] as const
  for (const kind of kinds) {
    const found = await recognise(await startFakeLocalServer(kind))
    expect(found.filter((id) => id === 'llamacpp' || id === 'localai')).toEqual([kind])
  }
})

test('Ollama is recognised', async () => {
  expect(await recognise(await startFakeOllama())).toContain('ollama')
})

test('a server that says nothing is not waited for', async () => {
  const silent = await startFakeServer(() => undefined)
  expect(await recognise(silent, 100)).toEqual([])
})

test('a server that never stops sending is not waited for', async () => {
  const flood = await startFakeServer(async (_seen, response) => {
    response.writeHead(200)
    while (!response.destroyed) await write(response, 'x'.repeat(100_000))
  })
  expect(await recognise(flood, 1000)).toEqual([])
})

test('nothing at all is found where nothing listens', async () => {
  const gone = await startFakeOllama()
  await gone.close()
  expect(await recognise(gone)).toEqual([])
})

test.each([
  ['whisper.cpp', 404, false],
  ['llama.cpp', 404, false],
  ['llama.cpp', 503, true],
])(
  'a server that names itself %s and answers %i to all is found: %s',
  async (software, status, found) => {
    const server = await startFakeServer((_seen, response) => {
      response.writeHead(status, { server: software }).end('whisper.cpp llama.cpp')
    })
    expect((await recognise(server)).length > 0).toBe(found)
  },
)

test('a 401 is a server that wants a key, a 403 is anything', async () => {
  const jan = async (status: number): Promise<boolean> => {
    const server = await startFakeServer((_seen, response) => void response.writeHead(status).end())
    return (await recognise(server)).includes('jan')
  }
  expect(await jan(401)).toBe(true)
  expect(await jan(403)).toBe(false)
})

test.each(['/api/version', '/api/v1/models'])(
  'a demand for a key at %s is an API',
  async (path) => {
    const server = await startFakeServer((seen, response) => {
      if (seen.path === path) sendJson(response, 403, { error: 'Missing API token' })
      else response.writeHead(404).end()
    })
    expect(await recognise(server)).toEqual([path === '/api/version' ? 'ollama' : 'lmstudio'])
  },
)
