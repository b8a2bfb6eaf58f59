import type { Model, ModelReference } from '../../shared/models.ts'
import type { ToolPreferences } from '../../shared/tools.ts'
import { currentTime } from './currentTime.ts'
import type { ToolBox } from './tool.ts'

interface BuiltInToolsOptions {
  preferences: () => ToolPreferences
  /** What is known of a model. */
  describe: (model: ModelReference) => Promise<Model>
}

/**
 * Returns Parley's own tools, as the user has them. They are offered to models that are known to
 * take tools alone: asking another one would fail first, and be asked again without.
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
