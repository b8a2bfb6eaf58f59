import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { closeNetwork } from '../../src/main/app/closeNetwork.ts'
import { inPage, modes } from './contractRuntime.ts'
import { createBench, driveFixture, type Bench } from './fixtureApp.ts'

declare const fixture: { routes: Map<string, (request: Request) => Response> }

const name = 'stolen.test'
const largeBytes = 1024 * 1024

interface NetLogEvent {
  type: number
  params?: { host?: string }
}

/** Returns the names that Chromium tried to resolve, of those that its log of the network holds. */
async function resolvedNames(file: string): Promise<string[]> {
  const [first = '', ...lines] = (await readFile(file, 'utf8')).split('\n')
  const types = JSON.parse(/"logEventTypes":(\{[^}]*\})/.exec(first)?.[1] ?? '{}') as Record<
    string,
    number
  >
  const events = lines.flatMap((line): NetLogEvent[] => {
    const text = line.replace(/,$/, '').replace(/\],?$/, '')
    return text.startsWith('{"params"') ? [JSON.parse(text) as NetLogEvent] : []
  })
  const job = types['HOST_RESOLVER_MANAGER_JOB']
  if (job === undefined) throw new Error('The log of the network has another form')
  return events.flatMap(({ type, params }) => (type === job && params?.host ? [params.host] : []))
}

interface Leaks {
  /** Lengths of the two texts that the frame got from its own scheme. */
  own: unknown
  /** Text that the page got from its own scheme, by way of loopback. */
  streamed: number
  connections: number
  names: string[]
}

/** Lets a frame without a policy try to reach loopback and a name. Resolves with what it reached. */
async function attack(bench: Bench, switches: readonly string[]): Promise<Leaks> {
  let connections = 0
  const server = createServer((_request, response) => response.end('reached'))
  server.on('connection', () => (connections += 1))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const log = join(await bench.dataFolder(), 'network.json')
  try {
    const { app, page } = await driveFixture(bench, [`--log-net-log=${log}`, ...switches])
    const html = await readFile(join(import.meta.dirname, 'fixtures/attack.html'), 'utf8')
    await app.evaluate(
      (_electron, { body, bytes }) => {
        const headers = { 'content-type': 'text/html' }
        fixture.routes.set('/attack.html', () => new Response(body, { headers }))
        fixture.routes.set('/text', () => new Response('text'))
        fixture.routes.set('/large', () => new Response('x'.repeat(bytes)))
        fixture.routes.set('/streamed', () => new Response('x'.repeat(8 * bytes)))
      },
      { body: html, bytes: largeBytes },
    )
    const streamed = await page.evaluate(
      async () => (await (await fetch('/streamed')).text()).length,
    )
    const hosts = `http://127.0.0.1,http://localhost,http://0.0.0.0,https://${name}`
    const own = await page.evaluate(
      (src) =>
        new Promise<unknown>((resolve) => {
          addEventListener('message', ({ data }) => resolve(data))
          document.body.innerHTML = `<iframe src="${src}"></iframe>`
        }),
      inPage(`plugin://one/attack.html?hosts=${encodeURIComponent(hosts)}&port=${String(port)}`),
    )
    await page
      .frames()[1]
      ?.waitForURL(/navigated|chrome-error/, { timeout: 3000 })
      .catch(() => undefined)
    await app.close()
    return { streamed, own, connections, names: await resolvedNames(log) }
  } finally {
    server.close()
    server.closeAllConnections()
  }
}

/** Returns the switches with which the app closes the network. */
function closingSwitches(): string[] {
  const switches: string[] = []
  const appendSwitch = (key: string, value?: string): void =>
    void switches.push(value === undefined ? `--${key}` : `--${key}=${value}`)
  closeNetwork({ appendSwitch }, 'app://fixture/index.html')
  return switches
}

test.each(modes)(
  'a frame reaches nothing but the app, %s',
  async (mode) => {
    const bench = await createBench(mode)
    try {
      const closed = await attack(bench, closingSwitches())
      expect(closed).toEqual({
        streamed: 8 * largeBytes,
        own: [4, largeBytes],
        connections: 0,
        names: [],
      })
      const open = await attack(bench, [])
      // Otherwise the attacks prove nothing.
      expect(open.connections).toBeGreaterThan(0)
      expect(open.names.join()).toContain(name)
    } finally {
      await bench.close()
    }
  },
  120_000,
)
