import { AppError } from '../../shared/errors.ts'
import type { ModelReference } from '../../shared/models.ts'
import type { RealtimePreferences } from '../../shared/speech/realtime.ts'
import type { SpokenLanguage } from '../../shared/speech/speech.ts'
import type { ProviderLookup } from '../providers/provider.ts'
import { withTimeout } from '../timeLimit.ts'

export interface RealtimeDependencies {
  lookup: ProviderLookup
  preferences: () => RealtimePreferences
  /** Returns the language that the user speaks. */
  language: () => SpokenLanguage
  /** The time limit for a service to answer an offer. */
  connectMilliseconds?: number
}

export interface Realtime {
  /**
   * Starts a session with the selected model. Errors: modelMissing, notSupported, timeout, those of
   * a request to a provider.
   */
  connect: (offer: string) => Promise<{ answer: string; model: ModelReference }>
}

export function createRealtime(dependencies: RealtimeDependencies): Realtime {
  const { lookup, preferences, language, connectMilliseconds = 30_000 } = dependencies

  return {
    async connect(offer) {
      const { model, voice } = preferences()
      if (!model) throw new AppError('modelMissing', 'No realtime model is chosen')
      const { modelId } = model
      const provider = await lookup(model.providerId)
      const { connectRealtime } = provider
      if (!connectRealtime) {
        throw new AppError('notSupported', 'The service has no realtime sessions', {
          model: modelId,
        })
      }
      const spoken = language()
      const locale = spoken === 'automatic' ? null : spoken
      const answer = await withTimeout(
        connectMilliseconds,
        null,
        (limit) => connectRealtime({ modelId, voice, locale, offer }, limit),
        { model: modelId },
      )
      return { answer, model }
    },
  }
}
