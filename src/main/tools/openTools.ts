import { tools as toolsFeature } from '../../shared/tools.ts'
import type { FeatureContext, OpenFeature } from '../feature.ts'
import type { FeatureHandlers } from '../../shared/ipc/define.ts'
import { patient } from '../storage/waitForLock.ts'
import { forgetPlugin, lastApproved, listGrants, revokeGrant } from './grants.ts'

export interface OpenTools extends OpenFeature<typeof toolsFeature> {
  /** Tells the page that the permissions have changed. */
  announceGrants: () => void
  /** Forgets everything that was allowed to a plugin. */
  forgetPlugin: (pluginId: string) => void
}

/** Opens the permissions for tools, which are in the history. */
export function openTools({ history, createBroadcast }: FeatureContext): OpenTools {
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
