import { join } from 'node:path'
import type { mcp as mcpFeature } from '../../shared/mcp.ts'
import type { FeatureContext, OpenFeature } from '../feature.ts'
import { createServerMarks } from '../processes/serverMarks.ts'
import { createMcpServers, type McpServers } from './mcpServers.ts'
import { createMcpHandlers } from './handlers.ts'
import { mcp } from '../../shared/mcp.ts'

export interface OpenMcp extends OpenFeature<typeof mcpFeature>, McpServers {}

/** Opens the servers of the Model Context Protocol. None runs before it is used. */
export function openMcp({
  folder,
  log,
  createBroadcast,
}: Pick<FeatureContext, 'folder' | 'log' | 'createBroadcast'>): OpenMcp {
  const home = join(folder, 'mcp')
  const marks = createServerMarks(join(home, 'running'))
  marks.reap().catch((error: unknown) => log('Servers of an earlier run were not ended', error))
  const broadcast = createBroadcast('mcp', mcp)
  const servers = createMcpServers({
    marks,
    folder: home,
    onState: (state) => broadcast('stateChanged', state),
  })
  const handlers = createMcpHandlers(servers)
  return { ...servers, handlers: () => handlers, close: () => servers.stopAll() }
}
