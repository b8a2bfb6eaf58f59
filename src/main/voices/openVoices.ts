import { join } from 'node:path'
import { azureSpeechId, type voices as voicesFeature } from '../../shared/speech/voices.ts'
import type { FeatureContext, OpenFeature } from '../feature.ts'
import type { Providers } from '../providers/providers.ts'
import { createTransport } from '../providers/transport/transport.ts'
import type { OpenSecrets } from '../secrets/openSecrets.ts'
import type { SettingsStore } from '../settings/settingsStore.ts'
import { createAudioCache } from './audioCache.ts'
import { createVoicesHandlers } from './handlers.ts'
import { serveSpeech } from './serveSpeech.ts'
import { createVoices, type FalVoices } from './voices.ts'

export interface VoicesOptions {
  secrets: OpenSecrets
  settings: Pick<SettingsStore, 'get'>
  providers: Pick<Providers, 'list' | 'lookup'>
  fal: FalVoices
}

export type OpenVoices = OpenFeature<typeof voicesFeature>

/** Opens text to speech. Synthesised sounds have a folder of their own. */
export function openVoices(
  { folder }: FeatureContext,
  { secrets, settings, providers, fal }: VoicesOptions,
): OpenVoices {
  const voices = createVoices({
    cache: createAudioCache(join(folder, 'voices')),
    lookup: providers.lookup,
    providers: providers.list,
    fal,
    secrets,
    preferences: () => settings.get().voices,
    fetch: createTransport({ proxyEnvironment: process.env }),
    azureBaseUrl: process.env['PARLEY_AZURE_SPEECH_URL'],
  })
  secrets.addOwner((id) => id === azureSpeechId, voices)
  const handlers = createVoicesHandlers(voices)
  return {
    handlers: () => handlers,
    files: {
      place: 'voices',
      name: /^[0-9a-f]{64}\.(?:mp3|wav)$/,
      serve: (name) => serveSpeech(voices, name),
    },
  }
}
