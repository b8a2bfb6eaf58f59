import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { createMcpServers } from '../../../src/main/mcp/mcpServers.ts'
import { loginPath } from '../../../src/main/processes/loginPath.ts'
import { createServerMarks } from '../../../src/main/processes/serverMarks.ts'
import type { BenchOptions, Report } from '../row.ts'

const require = createRequire(import.meta.url)
const server = join(
  require.resolve('@modelcontextprotocol/server-everything/package.json'),
  '../dist/index.js',
)
const message = 'cold'

/**
 * Measures a published server from its start to the result of its first call, beside the bare SDK
 * with the same program.
 */
export async function measureColdServer(report: Report, { quick }: BenchOptions): Promise<void> {
  // The shell is asked once in a run of Parley, and the code is loaded once.
  await loginPath()
  const own: number[] = []
  const bare: number[] = []
  for (let round = 0; round <= (quick ? 2 : 8); round += 1) {
    const times = [await timeOf(callBare), await timeOf(callOwn)] as const
    if (round === 0) continue
    bare.push(times[0])
    own.push(times[1])
  }
  const best = Math.min(...bare)
  const name = 'cold server to its first result'
  const against = { name: 'the bare SDK', value: best }
  report({
    name: `${name}, best`,
    unit: 'ms',
    samples: [Math.min(...own)],
    against,
    aim: { most: best * 1.1 },
  })
  report({ name, unit: 'ms', samples: own, against: { name: 'the bare SDK', value: median(bare) } })
}

async function timeOf(call: () => Promise<() => Promise<void>>): Promise<number> {
  const begun = performance.now()
  const end = await call()
  const milliseconds = performance.now() - begun
  await end()
  return milliseconds
}

async function callBare(): Promise<() => Promise<void>> {
  const client = new Client({ name: 'bench', version: '1' })
  const parameters = {
    command: process.execPath,
    args: [server, 'stdio'],
    stderr: 'ignore' as const,
  }
  await client.connect(new StdioClientTransport(parameters))
  await client.listTools()
  await client.callTool({ name: 'echo', arguments: { message } })
  return () => client.close()
}

async function callOwn(): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-bench-'))
  const servers = createMcpServers({
    marks: createServerMarks(join(folder, 'running')),
    folder,
    ask: () => Promise.resolve({ action: 'cancel' }),
    onState: () => undefined,
  })
  const setup = {
    config: {
      transport: 'stdio' as const,
      command: process.execPath,
      arguments: [server, 'stdio'],
      environment: {},
      folder: null,
      package: null,
    },
    values: {},
    tools: null,
    sandbox: 'none' as const,
    folders: [],
    network: 'none' as const,
    roots: false,
    fetch,
  }
  const reference = { id: 'cold', setup: () => Promise.resolve(setup) }
  const { signal } = new AbortController()
  await servers.callTool(reference, 'echo', { message }, { signal })
  return async () => {
    await servers.stopAll()
    rmSync(folder, { recursive: true, force: true })
  }
}

function median(samples: readonly number[]): number {
  return samples.toSorted((first, second) => first - second)[Math.floor(samples.length / 2)] ?? 0
}
