import type { Model, ModelReference } from '../../shared/models.ts'
import { tools as toolsFeature } from '../../shared/plugins/tools.ts'
import type { FeatureContext, OpenFeature } from '../feature.ts'
import type { FeatureHandlers } from '../../shared/ipc/define.ts'
import { patient } from '../storage/waitForLock.ts'
import { toolBudget } from './budget.ts'
import { forgetPlugin, lastApproved, listGrants, revokeGrant } from './grants.ts'
import type { ToolBox } from './tool.ts'

const listMilliseconds = 10_000

export interface OpenTools extends OpenFeature<typeof toolsFeature> {
  /** Tells the page that the permissions have changed. */
  announceGrants: () => void
  /** Forgets everything that was allowed to a plugin. */
  forgetPlugin: (pluginId: string) => void
}

export interface ToolsOptions {
  /** Returns the tools of a chat. */
  list: ToolBox['list']
  /** Returns what is known of a model. */
  describe: (model: ModelReference) => Promise<Model>
}

/** Opens the permissions for tools, which are in the history. */
export function openTools(context: FeatureContext, options: ToolsOptions): OpenTools {
  const { history, createBroadcast } = context
  const { list, describe } = options
  const broadcast = createBroadcast('tools', toolsFeature)
  const current = history.add({
    markedTables: [],
    open(database) {
      const announce = (): void => broadcast('grantsChanged', listGrants(database))
      const handlers = patient<FeatureHandlers<typeof toolsFeature>>({
        grants: () => listGrants(database),
        revokeGrant({ id }) {
          revokeGrant(database, id)
          announce()
          return {}
        },
        async budget(scope) {
          const signal = AbortSignal.timeout(listMilliseconds)
          const [found, model] = await Promise.all([list(scope, signal), describe(scope.model)])
          return toolBudget(found, model)
        },
        lastApproved: ({ tool, pluginId }) => ({
          arguments: lastApproved(database, tool, pluginId),
        }),
      })
      const forget = (pluginId: string): void => {
        forgetPlugin(database, pluginId)
        announce()
      }
      return { handlers, announce, forget, close: () => undefined }
    },
  })
  return {
    handlers: () => current()?.handlers,
    announceGrants: () => current()?.announce(),
    forgetPlugin: (pluginId) => current()?.forget(pluginId),
  }
}
