import type { FeatureHandlers } from '../../shared/ipc/define.ts'
import type { mcp as mcpFeature } from '../../shared/plugins/mcp.ts'
import type { McpServers } from './mcpServers.ts'
import type { Questions } from './questions.ts'

export function createMcpHandlers(
  servers: McpServers,
  questions: Questions,
): FeatureHandlers<typeof mcpFeature> {
  return {
    states: () => servers.states(),
    stop: async ({ id }) => {
      await servers.stop(id)
      return {}
    },
    questions: () => questions.list(),
    answer: async (answer) => {
      await questions.answer(answer)
      return {}
    },
  }
}
