import type { FeatureHandlers } from '../../shared/ipc/define.ts'
import type { voices as voicesFeature } from '../../shared/speech/voices.ts'
import type { Voices } from './voices.ts'

export function createVoicesHandlers(voices: Voices): FeatureHandlers<typeof voicesFeature> {
  return {
    azureKey: async () => ({ source: await voices.azureKey() }),
    list: ({ locale }) => voices.list(locale),
    speak: async (input) => ({ address: addressOf(await voices.speak(input)) }),
    join: async ({ sentences }) => {
      const { name, format } = await voices.join(sentences)
      return { address: addressOf(name), extension: format }
    },
  }
}

function addressOf(name: string): string {
  return `/voices/${name}`
}
