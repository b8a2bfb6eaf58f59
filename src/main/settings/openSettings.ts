import { settings as settingsFeature } from '../../shared/settings.ts'
import type { FeatureContext, OpenFeature } from '../feature.ts'
import type { AskConsent } from '../consent.ts'
import { createSettingsHandlers } from './handlers.ts'
import { openStore } from './openStore.ts'
import { createSettings } from './settingsStore.ts'
import type { SettingsStore } from './settingsStore.ts'

export interface OpenSettings extends OpenFeature<typeof settingsFeature>, SettingsStore {}

/**
 * Opens the settings and reads them at once. Calls `onChanged` before the page learns of a change.
 */
export function openSettings(
  { folder, createBroadcast }: Pick<FeatureContext, 'folder' | 'createBroadcast'>,
  onChanged: () => void,
  consent: AskConsent,
): OpenSettings {
  const broadcast = createBroadcast('settings', settingsFeature)
  const settings = createSettings({
    folder,
    openStore,
    broadcast(name, payload) {
      onChanged()
      broadcast(name, payload)
    },
  })
  const handlers = createSettingsHandlers(settings, consent)
  return { ...settings, handlers: () => handlers, needsNoHistory: true }
}
