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
    check: ({ id }) => providers.check(id),
    models: ({ refresh }) => providers.models(refresh),
    discover: () => providers.discover(),
  }
}
