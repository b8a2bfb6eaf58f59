/**
 * Parley's client for the official conformance suite: it reaches the server at the address given,
 * calls each of its tools, answers its questions with what they propose, and signs in as a user
 * who agrees to everything.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSignInStore } from '../../src/main/mcp/oauth/signInStore.ts'
import { createMcpServers } from '../../src/main/mcp/mcpServers.ts'
import { createQuestions } from '../../src/main/mcp/questions.ts'
import { createServerMarks } from '../../src/main/processes/serverMarks.ts'
import type { McpQuestion } from '../../src/shared/plugins/mcp.ts'

const url = process.argv[2] ?? ''
const signal = AbortSignal.timeout(25_000)
const folder = mkdtempSync(join(tmpdir(), 'parley-conformance-'))
const stored = new Map<string, string>()

/** Goes to an address as a browser does, following redirects back to Parley. */
async function browse(address: string): Promise<void> {
  await fetch(address)
}

function proposed(question: McpQuestion): Record<string, string | number | boolean | string[]> {
  if (question.kind !== 'form') return {}
  const properties = (question.schema['properties'] ?? {}) as Record<string, { default?: unknown }>
  const entries = Object.entries(properties).flatMap(([name, schema]) =>
    schema.default === undefined ? [] : [[name, schema.default as string] as const],
  )
  return Object.fromEntries(entries)
}

const questions = createQuestions({
  openLink: (address) => {
    void browse(address)
    return Promise.resolve()
  },
  onAsked: (question) =>
    void questions.answer({
      questionId: question.questionId,
      action: 'accept',
      content: proposed(question),
    }),
  onSettled: () => undefined,
})
const servers = createMcpServers({
  marks: createServerMarks(join(folder, 'running')),
  folder,
  ask: questions.ask,
  askSignIn: questions.askSignIn,
  signIns: createSignInStore({
    get: (id) => Promise.resolve(stored.get(id) ?? null),
    set: (id, key) => {
      stored.set(id, key)
      return Promise.resolve('keychain')
    },
    remove: () => Promise.resolve(),
  }),
  onState: () => undefined,
})
/** The client that the suite has registered, or the document that it knows of one. */
function ownClient(): { id: string; secret?: string } | undefined {
  const given = JSON.parse(process.env['MCP_CONFORMANCE_CONTEXT'] ?? '{}') as {
    client_id?: string
    client_secret?: string
  }
  if (given.client_id !== undefined) {
    return { id: given.client_id, ...(given.client_secret && { secret: given.client_secret }) }
  }
  const isDocument = process.env['MCP_CONFORMANCE_SCENARIO'] === 'auth/basic-cimd'
  return isDocument ? { id: 'https://conformance-test.local/client-metadata.json' } : undefined
}

const client = ownClient()
const reference = {
  id: 'conformance',
  setup: () =>
    Promise.resolve({
      config: { transport: 'http' as const, url, headers: {} },
      values: {},
      tools: null,
      sandbox: 'none' as const,
      folders: [],
      network: 'none' as const,
      roots: false,
      ...(client && { client }),
      fetch: (address: string | URL, init?: RequestInit) => fetch(address, init),
    }),
}

try {
  const { tools } = await servers.describe(reference, signal)
  for (const { name } of tools) {
    await servers.callTool(reference, name, { a: 5, b: 3 }, { signal })
  }
} finally {
  await servers.stopAll()
  rmSync(folder, { recursive: true, force: true })
}
process.exit()
