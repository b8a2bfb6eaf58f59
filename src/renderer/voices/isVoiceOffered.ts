import type { VoicePreferences, VoiceReference } from '../../shared/speech/voices.ts'
import { providersAtom, store } from '../core/store.ts'
import { whenSystemVoicesAreKnown } from './systemVoices.ts'

/**
 * Tells whether a voice is still available, as far as the page knows. It makes no request, so that
 * a sentence does not wait: a voice that its service has dropped counts as available.
 */
export async function isVoiceOffered(
  reference: VoiceReference,
  { azureRegion }: Pick<VoicePreferences, 'azureRegion'>,
): Promise<boolean> {
  switch (reference.family) {
    case 'fal':
    case 'openAi': {
      const providers = store.get(providersAtom)
      return providers?.some(({ id, enabled }) => enabled && id === reference.providerId) ?? true
    }
    case 'neural':
      return azureRegion !== ''
    case 'system':
      await whenSystemVoicesAreKnown()
      return speechSynthesis.getVoices().some(({ name }) => name === reference.voice)
    case 'program':
      return true
  }
}
