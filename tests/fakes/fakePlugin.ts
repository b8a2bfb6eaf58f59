import { sendJson, startFakeServer, type FakeServer, type Route } from './fakeServer.ts'

export interface FakePlugin extends FakeServer {
  /** The address of the manifest, which a test may change. */
  manifestUrl: string
  manifest: Record<string, unknown>
  /** Answers a call at `/api`; by default with what it got. */
  answer: Route
  calls: () => FakeServer['requests']
}

/** Starts a plugin's server: a manifest, and an address that takes the calls of its tool. */
export async function startFakePlugin(fields: Record<string, unknown> = {}): Promise<FakePlugin> {
  const server = await startFakeServer((request, response) => {
    if (request.path === '/manifest.json') return sendJson(response, 200, plugin.manifest)
    if (request.path === '/api') return plugin.answer(request, response)
    sendJson(response, 404, {})
  })
  const plugin: FakePlugin = {
    ...server,
    manifestUrl: `${server.origin}/manifest.json`,
    manifest: {
      identifier: 'weather',
      meta: { title: 'Weather', avatar: '🌤' },
      api: [
        {
          name: 'fetchWeather',
          description: 'Returns the weather in a city.',
          url: `${server.origin}/api`,
          parameters: {
            type: 'object',
            properties: { city: { type: 'string' } },
            required: ['city'],
          },
        },
      ],
      ...fields,
    },
    answer: ({ text }, response) => void response.end(`It rains. You sent ${text}`),
    calls: () => server.requests.filter(({ path }) => path === '/api'),
  }
  return plugin
}
