import type { FeatureHandlers } from '../../shared/ipc/define.ts'
import type { mcp as mcpFeature } from '../../shared/mcp.ts'
import type { McpServers } from './mcpServers.ts'

export function createMcpHandlers(servers: McpServers): FeatureHandlers<typeof mcpFeature> {
  return {
    states: () => servers.states(),
    stop: async ({ id }) => {
      await servers.stop(id)
      return {}
    },
  }
}
