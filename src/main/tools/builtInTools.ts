import type { Model, ModelReference } from '../../shared/models.ts'
import type { ToolPreferences } from '../../shared/tools.ts'
import { currentTime } from './currentTime.ts'
import type { ToolBox } from './tool.ts'

interface BuiltInToolsOptions {
  preferences: () => ToolPreferences
  /** Returns what is known of a model. */
  describe: (model: ModelReference) => Promise<Model>
}

/**
 * Returns Parley's own tools as the user has set them. Only models known to take tools get them:
 * any other would refuse the request first, which is then repeated without them.
 */
export function builtInTools({ preferences, describe }: BuiltInToolsOptions): ToolBox {
  return {
    async list({ model }) {
      const policy = preferences().currentTime
      if (policy === 'off') return []
      const { capabilities } = await describe(model)
      return capabilities?.tools === true ? [currentTime(policy)] : []
    },
  }
}
