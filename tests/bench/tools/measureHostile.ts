import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { guardedRequest, manifestLimits } from '../../../src/main/network/guardedRequest.ts'
import type { BenchOptions, Report } from '../row.ts'
import { openBenchPlugins } from './openBenchPlugins.ts'

type Plugins = ReturnType<typeof openBenchPlugins>

const manifest = (fields: object): string =>
  JSON.stringify({
    identifier: 'hostile',
    meta: { title: 'Hostile' },
    api: [{ name: 'x', description: 'x', url: 'https://x.test', parameters: object({}) }],
    ...fields,
  })
const object = (properties: object): object => ({ type: 'object', properties })
const fields = (count: number): object =>
  Object.fromEntries(
    many(count, (index) => [
      `field${String(index)}`,
      { type: 'string', description: 'x'.repeat(50) },
    ]),
  )
const jsonBody = (schema: object): object => ({ content: { 'application/json': { schema } } })
const bytes = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(text))

const inspect = (plugins: Plugins, text: string): Promise<unknown> =>
  Promise.resolve(
    plugins.handlers.inspect(
      { source: { kind: 'file', name: 'manifest.json', bytes: bytes(text) } },
      { windowId: 1 },
    ),
  )

const many = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index))

/** Hostile inputs by name. Most of them are refused. */
function attacks(plugins: Plugins, bomb: string): Record<string, () => Promise<unknown>> {
  const pattern = object({ a: { pattern: '^(a+)+$' } })
  const branches = (levels: number): object =>
    levels === 0 ? { type: 'string' } : { anyOf: many(4, () => branches(levels - 1)) }
  const wide = branches(6)
  const properties = fields(8000)
  const tools = many(500, (index) => ({
    name: `tool${String(index)}`,
    description: 'x'.repeat(1000),
    url: 'https://x.test',
    parameters: object({ a: { type: 'string', description: 'y'.repeat(500) } }),
  }))
  const aliases = many(12, (index) =>
    index === 0
      ? 'a0: &a0 [x, x]'
      : `a${String(index)}: &a${String(index)} [${Array(9)
          .fill(`*a${String(index - 1)}`)
          .join(', ')}]`,
  )
  const wideReference = { $ref: '#/components/schemas/wide' }
  const openapi = (text: string) => () => inspect(plugins, text)
  return {
    'schema: a pattern that never ends': () =>
      plugins.checker.check(pattern, { a: `${'a'.repeat(60)}b` }),
    'schema: 4,096 branches': () => plugins.checker.check(wide, {}),
    'schema: 1 MB': () => plugins.checker.check(object(properties), {}),
    'manifest: 1 MB of tools': () => inspect(plugins, manifest({ api: tools })),
    'manifest: 1 MB of fields': () => inspect(plugins, manifest({ settings: object(properties) })),
    'manifest: 1 MB of nesting': () => inspect(plugins, `{"a":${'['.repeat(1_000_000)}`),
    'manifest: 1 MB of hidden characters': () =>
      inspect(plugins, manifest({ systemRole: '\u200b'.repeat(90_000) })),
    'OpenAPI: 5 MB of nesting': openapi(`{"openapi":"3.0.0","a":${'['.repeat(5_000_000)}`),
    'OpenAPI: aliases that multiply': openapi(`openapi: 3.0.0\n${aliases.join('\n')}\npaths: {}`),
    'OpenAPI: 5 MB of operations': openapi(
      JSON.stringify({
        openapi: '3.0.0',
        servers: [{ url: 'https://x.test' }],
        paths: Object.fromEntries(
          many(30_000, (index) => [
            `/p${String(index)}`,
            { get: { operationId: `o${String(index)}`, description: 'x'.repeat(90) } },
          ]),
        ),
      }),
    ),
    'OpenAPI: 300 tools of 3,000 characters': openapi(
      JSON.stringify({
        openapi: '3.0.0',
        servers: [{ url: 'https://x.test' }],
        components: { schemas: { many: object(fields(50)) } },
        paths: Object.fromEntries(
          many(300, (index) => [
            `/p${String(index)}`,
            { post: { requestBody: jsonBody({ $ref: '#/components/schemas/many' }) } },
          ]),
        ),
      }),
    ),
    'OpenAPI: references that multiply': openapi(
      JSON.stringify({
        openapi: '3.0.0',
        servers: [{ url: 'https://x.test' }],
        components: { schemas: { wide } },
        paths: Object.fromEntries(
          many(500, (index) => [
            `/p${String(index)}`,
            { get: { parameters: [{ name: 'q', in: 'query', schema: wideReference }] } },
          ]),
        ),
      }),
    ),
    'answer: 1 GB in 1 MB of gzip': () =>
      guardedRequest(bomb, {
        allows: { allowsHost: () => true, allowsAddress: () => true },
        limits: manifestLimits,
      }),
  }
}

/** Measures how long main's event loop stands still at most for what a stranger sends. */
export async function measureHostile(report: Report, { quick }: BenchOptions): Promise<void> {
  const plugins = openBenchPlugins()
  const server = createServer((_request, response) =>
    response.setHeader('content-encoding', 'gzip').end(packed),
  )
  const packed = gzipSync(Buffer.alloc(1_000_000_000))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  try {
    // Loads the code before the time is taken.
    await plugins.checker.check({ type: 'object' }, {})
    await inspect(plugins, manifest({}))
    for (const [name, attack] of Object.entries(
      attacks(plugins, `http://127.0.0.1:${String(port)}/`),
    )) {
      const samples: number[] = []
      for (let round = 0; round < (quick ? 1 : 5); round += 1) {
        samples.push(await longestStall(attack))
      }
      report({ name: `stall of main, ${name}`, unit: 'ms', samples, aim: { most: 50 } })
    }
  } finally {
    server.closeAllConnections()
    server.close()
    await plugins.close()
  }
}

/**
 * Returns the most processor time that main's thread takes between two turns of a timer. Unlike the
 * time on the clock it leaves out other work on the machine.
 */
async function longestStall(attack: () => Promise<unknown>): Promise<number> {
  let before = threadMilliseconds()
  let longest = 0
  const look = (): void => {
    const now = threadMilliseconds()
    longest = Math.max(longest, now - before)
    before = now
  }
  const timer = setInterval(look, 1)
  await attack().catch(() => undefined)
  // The turn in which it ended counts too.
  await setTimeout(5)
  clearInterval(timer)
  return longest
}

function threadMilliseconds(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
