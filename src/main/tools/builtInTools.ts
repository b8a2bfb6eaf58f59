import type { Model, ModelReference } from '../../shared/models.ts'
import type { ToolPolicy, ToolPreferences } from '../../shared/tools.ts'
import { currentTime } from './currentTime.ts'
import type { Tool, ToolBox } from './tool.ts'

/** Parley's own tools, by setting. The name of each tool is that of its setting, in snake case. */
export const ownTools: Record<keyof ToolPreferences, (policy: Exclude<ToolPolicy, 'off'>) => Tool> =
  { currentTime }

interface BuiltInToolsOptions {
  preferences: () => ToolPreferences
  /** Returns what is known of a model. */
  describe: (model: ModelReference) => Promise<Model>
}

/**
 * Returns Parley's own tools, as the user's settings allow. Offers them only to models that are
 * known to accept tools: any other may refuse the request, which is then sent twice.
 */
export function builtInTools({ preferences, describe }: BuiltInToolsOptions): ToolBox {
  return {
    async list({ model }) {
      const offered = Object.entries(preferences()).flatMap(([name, policy]) =>
        policy === 'off' ? [] : ownTools[name as keyof ToolPreferences](policy),
      )
      if (offered.length === 0) return []
      const { capabilities } = await describe(model)
      return capabilities?.tools === true ? offered : []
    },
  }
}
