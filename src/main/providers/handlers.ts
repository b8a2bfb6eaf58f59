import type { FeatureHandlers } from '../../shared/ipc/define.ts'
import { pullJob } from '../../shared/providers.ts'
import type { providers as providersFeature } from '../../shared/providers.ts'
import type { StartJob } from '../jobs/jobRunner.ts'
import type { Providers } from './providers.ts'

export function createProvidersHandlers(
  providers: Providers,
  startJob: StartJob,
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
    models: ({ refresh, task }) => providers.models(refresh, task),
    describe: (model) => providers.describe(model),
    checkModel: (model) => providers.checkModel(model),
    pullModel: (model) => startJob(pullJob, model),
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
