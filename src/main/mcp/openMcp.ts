import { join } from 'node:path'
import type { mcp as mcpFeature } from '../../shared/plugins/mcp.ts'
import type { FeatureContext, OpenFeature } from '../feature.ts'
import { createServerMarks } from '../processes/serverMarks.ts'
import type { Secrets } from '../secrets/secrets.ts'
import { createSignInStore } from './oauth/signInStore.ts'
import { createQuestions, type Questions } from './questions.ts'
import { createMcpServers, type McpServers } from './mcpServers.ts'
import type { Sampler } from './sampling.ts'
import { createMcpHandlers } from './handlers.ts'
import { mcp } from '../../shared/plugins/mcp.ts'

export interface OpenMcp extends OpenFeature<typeof mcpFeature>, McpServers {
  /** Asks the user for the view of a tool's result. */
  viewQuestions: Pick<Questions, 'askCall' | 'askDraft' | 'askLink' | 'askSave'>
}

export interface McpOptions {
  /** Opens an address in the system's browser. */
  openLink: (address: string) => Promise<void>
  secrets: Pick<Secrets, 'get' | 'set' | 'remove'>
  /** The model that answers servers which may ask one. */
  sampler: Sampler
}

/** Returns the folder of the unpacked bundles, each named after its hash. */
export function bundlesIn(folder: string): string {
  return join(folder, 'mcp', 'bundles')
}

/** Opens the servers of the Model Context Protocol. None runs before it is used. */
export function openMcp(
  { folder, log, createBroadcast }: Pick<FeatureContext, 'folder' | 'log' | 'createBroadcast'>,
  { openLink, secrets, sampler }: McpOptions,
): OpenMcp {
  const home = join(folder, 'mcp')
  const marks = createServerMarks(join(home, 'running'))
  marks.reap().catch((error: unknown) => log('Servers of an earlier run were not ended', error))
  const broadcast = createBroadcast('mcp', mcp)
  const questions = createQuestions({
    openLink,
    onAsked: (question) => broadcast('asked', question),
    onSettled: (question) => broadcast('settled', question),
  })
  const servers = createMcpServers({
    marks,
    folder: home,
    ask: questions.ask,
    askSignIn: questions.askSignIn,
    sampling: { questions, sampler },
    signIns: createSignInStore(secrets),
    onResourceChanged: (changed) => broadcast('resourceChanged', changed),
    onState: (state) => broadcast('stateChanged', state),
  })
  const handlers = createMcpHandlers(servers, questions)
  return {
    ...servers,
    viewQuestions: questions,
    handlers: () => handlers,
    close: () => servers.stopAll(),
  }
}
