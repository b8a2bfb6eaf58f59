import type { FeatureHandlers } from '../../shared/ipc/define.ts'
import { preferencesSchema } from '../../shared/settings.ts'
import type { settings } from '../../shared/settings.ts'
import type { SettingsStore } from './settingsStore.ts'

export function createSettingsHandlers(store: SettingsStore): FeatureHandlers<typeof settings> {
  return {
    get: () => preferencesSchema.parse(store.get()),
    update: (patch) => preferencesSchema.parse(store.update(patch)),
  }
}
