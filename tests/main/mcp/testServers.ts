import { createRequire } from 'node:module'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { createMcpServers, type ServerReference } from '../../../src/main/mcp/mcpServers.ts'
import type { McpServers } from '../../../src/main/mcp/mcpServers.ts'
import type { ServerTiming } from '../../../src/main/mcp/mcpServer.ts'
import type { ServerSetup } from '../../../src/main/mcp/serverSetup.ts'
import type { Sampler } from '../../../src/main/mcp/sampling.ts'
import { createServerMarks } from '../../../src/main/processes/serverMarks.ts'
import type { SignInStore } from '../../../src/main/mcp/oauth/signInStore.ts'
import { createQuestions, type Questions } from '../../../src/main/mcp/questions.ts'
import type { McpQuestion, McpServerState } from '../../../src/shared/plugins/mcp.ts'
import { temporaryFolder } from '../processes/serverScripts.ts'

export interface TestServers extends McpServers {
  phases: string[]
  folder: string
  changes: McpServerState[]
  questions: Questions
  /** Addresses that were opened in the browser. */
  opened: string[]
  nextQuestion: () => Promise<McpQuestion>
}

/** Answers with what it was asked last. */
const echoSampler: Sampler = {
  model: () => Promise.resolve('Echo 1'),
  answer: ({ messages }) =>
    Promise.resolve({
      text: `It said: ${messages.at(-1)?.text ?? ''}`,
      ...{ inputTokens: 10, outputTokens: 5, dollars: 0.001 },
    }),
}

/** Opens servers in a new folder; they end with the test. */
export async function openServers(
  timing?: ServerTiming,
  signIns?: SignInStore,
  onResourceChanged?: (changed: { id: string; uri: string }) => void,
  now?: () => number,
): Promise<TestServers> {
  const folder = await temporaryFolder()
  const changes: McpServerState[] = []
  const phases: string[] = []
  const opened: string[] = []
  const waiting: ((question: McpQuestion) => void)[] = []
  const questions = createQuestions({
    openLink: async (address) => void opened.push(await Promise.resolve(address)),
    onAsked: (question) => waiting.shift()?.(question),
    onSettled: () => undefined,
  })
  const servers = createMcpServers({
    marks: createServerMarks(join(folder, 'running')),
    folder,
    ask: questions.ask,
    askSignIn: questions.askSignIn,
    sampling: { questions, sampler: echoSampler },
    ...(signIns && { signIns }),
    ...(onResourceChanged && { onResourceChanged }),
    onState(state) {
      changes.push(state)
      phases.push(state.phase)
    },
    ...(timing && { timing }),
    ...(now && { now }),
  })
  onTestFinished(() => servers.stopAll())
  return {
    ...servers,
    phases,
    changes,
    folder,
    questions,
    opened,
    nextQuestion: () => new Promise((resolve) => waiting.push(resolve)),
  }
}

const setupDefaults: Omit<ServerSetup, 'config'> = {
  values: {},
  tools: null,
  sandbox: 'none',
  folders: [],
  network: 'none',
  roots: false,
  fetch: (url, init) => fetch(url, init),
}

/** Returns a server that is a program of Node. */
export function nodeServer(
  parts: readonly string[],
  setup: Partial<ServerSetup> = {},
): ServerReference {
  return {
    id: 'server',
    setup: () =>
      Promise.resolve({
        ...setupDefaults,
        config: {
          transport: 'stdio',
          command: process.execPath,
          arguments: [...parts],
          environment: {},
          folder: null,
          package: null,
        },
        ...setup,
      }),
  }
}

/** Returns a server at an address. */
export function addressServer(
  url: string,
  setup: Partial<ServerSetup> = {},
  transport: 'http' | 'sse' = 'http',
): ServerReference {
  return {
    id: 'server',
    setup: () =>
      Promise.resolve({ ...setupDefaults, config: { transport, url, headers: {} }, ...setup }),
  }
}

/** Returns the file of a published server. */
export function publishedServer(name: string): string {
  const require = createRequire(import.meta.url)
  return join(
    require.resolve(`@modelcontextprotocol/server-${name}/package.json`),
    '../dist/index.js',
  )
}
