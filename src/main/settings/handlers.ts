import type { FeatureHandlers } from '../../shared/ipc/define.ts'
import { preferencesSchema } from '../../shared/settings.ts'
import type { settings } from '../../shared/settings.ts'
import { parseOnce } from '../../shared/parseOnce.ts'
import type { ToolPreferences } from '../../shared/plugins/tools.ts'
import { assertConsent, type AskConsent } from '../consent.ts'
import type { SettingsStore } from './settingsStore.ts'

export function createSettingsHandlers(
  store: SettingsStore,
  consent: AskConsent,
): FeatureHandlers<typeof settings> {
  return {
    get: () => parseOnce(preferencesSchema, store.get()),
    async update(patch) {
      for (const ownTool of newlyAllowed(store.get().tools, patch.tools)) {
        await assertConsent(consent, { kind: 'toolAlways', name: ownTool, ownTool, facts: [] })
      }
      return parseOnce(preferencesSchema, store.update(patch))
    },
  }
}

/** Returns the tools that would run without a question from now on. */
function newlyAllowed(
  before: ToolPreferences,
  after: ToolPreferences | undefined,
): (keyof ToolPreferences)[] {
  const names = Object.keys(before) as (keyof ToolPreferences)[]
  return names.filter((name) => after?.[name] === 'allow' && before[name] !== 'allow')
}
