import type { FeatureHandlers } from '../../shared/ipc/define.ts'
import type { providers as providersFeature } from '../../shared/providers.ts'
import type { Providers } from './registry.ts'

export function createProvidersHandlers(
  providers: Providers,
): FeatureHandlers<typeof providersFeature> {
  return {
    list: () => providers.list(),
    presets: () => providers.presets(),
    add: (input) => providers.add(input),
    update: ({ id, ...patch }) => providers.update(id, patch),
    remove: async ({ id }) => {
      await providers.remove(id)
      return {}
    },
    addKey: ({ id }) => ({ keyId: providers.addKey(id) }),
    check: ({ id }) => providers.check(id),
    diagnose: ({ id }, signal) => providers.diagnose(id, signal),
    models: ({ refresh }) => providers.models(refresh),
    describe: (model) => providers.describe(model),
    pullModel: (model, signal) => providers.pullModel(model, signal),
    deleteModel: async (model) => {
      await providers.deleteModel(model)
      return {}
    },
    unloadModel: async (model) => {
      await providers.unloadModel(model)
      return {}
    },
    discover: () => providers.discover(),
    watchLocal: (_input, signal) => providers.watchLocal(signal),
  }
}
