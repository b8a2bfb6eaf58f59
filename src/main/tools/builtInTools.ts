import type { Model, ModelReference } from '../../shared/models.ts'
import type { ToolPreferences } from '../../shared/plugins/tools.ts'
import { calculate } from './calculate.ts'
import { currentTime } from './currentTime.ts'
import { fetchPage } from './fetchPage.ts'
import type { OwnTool, OwnToolDependencies } from './ownTool.ts'
import { readAttachment } from './readAttachment.ts'
import { searchChats } from './searchChats.ts'
import type { ToolBox } from './tool.ts'

/** Parley's own tools, by setting. The name of each tool is that of its setting, in snake case. */
export const ownTools: Record<keyof ToolPreferences, OwnTool> = {
  currentTime,
  calculate,
  readAttachment,
  searchChats,
  fetchPage,
}

interface BuiltInToolsOptions {
  dependencies: OwnToolDependencies
  preferences: () => ToolPreferences
  /** Returns what is known of a model. */
  describe: (model: ModelReference) => Promise<Model>
}

/**
 * Returns Parley's own tools, as the user's settings allow. Offers them only to models that are
 * known to accept tools: any other may refuse the request, which is then sent twice.
 */
export function builtInTools({
  dependencies,
  preferences,
  describe,
}: BuiltInToolsOptions): ToolBox {
  return {
    async list({ model, acceptsTools = false }) {
      const offered = Object.entries(preferences()).flatMap(([name, policy]) =>
        policy === 'off' ? [] : ownTools[name as keyof ToolPreferences](policy, dependencies),
      )
      if (offered.length === 0 || acceptsTools) return offered
      const { capabilities } = await describe(model)
      return capabilities?.tools === true ? offered : []
    },
  }
}
