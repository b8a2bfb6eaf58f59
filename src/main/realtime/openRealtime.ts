import type { realtime as realtimeFeature } from '../../shared/speech/realtime.ts'
import type { OpenFeature } from '../feature.ts'
import type { Providers } from '../providers/providers.ts'
import type { SettingsStore } from '../settings/settingsStore.ts'
import { createRealtimeHandlers } from './handlers.ts'
import { createRealtime, type RealtimeDependencies } from './realtime.ts'

export interface RealtimeOptions {
  settings: Pick<SettingsStore, 'get'>
  providers: Pick<Providers, 'lookup'>
  tools: RealtimeDependencies['tools']
  assertLeft: RealtimeDependencies['assertLeft']
}

export type OpenRealtime = OpenFeature<typeof realtimeFeature>

/** Opens realtime sessions with models that hear and speak. */
export function openRealtime(options: RealtimeOptions): OpenRealtime {
  const { settings, providers, tools, assertLeft } = options
  const realtime = createRealtime({
    lookup: providers.lookup,
    tools,
    assertLeft,
    preferences: () => settings.get().realtime,
    language: () => settings.get().speech.language,
  })
  const handlers = createRealtimeHandlers(realtime)
  return { handlers: () => handlers }
}
