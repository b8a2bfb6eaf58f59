import { AppError } from '../../shared/errors.ts'
import type { ModelReference } from '../../shared/models.ts'
import type { ConnectInput, RealtimePreferences } from '../../shared/speech/realtime.ts'
import type { SpokenLanguage } from '../../shared/speech/speech.ts'
import type { ProviderLookup, RealtimeAnswer } from '../providers/provider.ts'
import type { Tool } from '../providers/reply.ts'
import { withTimeout } from '../timeLimit.ts'

export interface RealtimeDependencies {
  lookup: ProviderLookup
  preferences: () => RealtimePreferences
  /** Returns the tools that the chat would offer the model. */
  tools: (
    conversationId: string | null,
    model: ModelReference,
    signal: AbortSignal,
  ) => Promise<readonly Tool[]>
  /** Throws if the user's budget is spent. Errors: budgetSpent. */
  assertLeft: () => void
  /** Returns the language that the user speaks. */
  language: () => SpokenLanguage
  /** The time limit for a service to answer an offer. */
  connectMilliseconds?: number
}

export interface Realtime {
  /**
   * Starts a session with the selected model. Errors: modelMissing, budgetSpent, notSupported,
   * timeout, transcriptionMissing, those of a request to a provider.
   */
  connect: (input: ConnectInput) => Promise<RealtimeAnswer & { model: ModelReference }>
}

export function createRealtime(dependencies: RealtimeDependencies): Realtime {
  const { lookup, tools, preferences, language, assertLeft } = dependencies
  const { connectMilliseconds = 30_000 } = dependencies

  return {
    async connect({ offer, conversationId }) {
      const { model, voice, transcription } = preferences()
      if (!model) throw new AppError('modelMissing', 'No realtime model is chosen')
      assertLeft()
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
      const begun = await withTimeout(
        connectMilliseconds,
        null,
        async (limit) => {
          const offered = await tools(conversationId, model, limit)
          const request = { modelId, voice, transcription, locale, offer, tools: offered }
          return connectRealtime(request, limit)
        },
        { model: modelId },
      )
      return { ...begun, model }
    },
  }
}
