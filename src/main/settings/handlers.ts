import type { FeatureHandlers } from '../../shared/ipc/define.ts'
import { preferencesSchema } from '../../shared/settings.ts'
import type { settings } from '../../shared/settings.ts'
import type { SettingsStore } from './settingsStore.ts'
import { parseOnce } from '../../shared/parseOnce.ts'

export function createSettingsHandlers(store: SettingsStore): FeatureHandlers<typeof settings> {
  return {
    get: () => parseOnce(preferencesSchema, store.get()),
    update: (patch) => parseOnce(preferencesSchema, store.update(patch)),
  }
}
