import { AppError } from '../../shared/errors.ts'
import type { ModelReference } from '../../shared/models.ts'
import type { ProviderState } from '../../shared/providers.ts'
import type { RealtimeModel, RealtimePreferences } from '../../shared/realtime.ts'
import type { SpokenLanguage } from '../../shared/speech.ts'
import { tasksOf } from '../providers/abilities.ts'
import type { ProviderLookup } from '../providers/provider.ts'
import { withTimeout } from '../timeLimit.ts'

export interface RealtimeDependencies {
  providers: () => Promise<ProviderState[]>
  lookup: ProviderLookup
  preferences: () => RealtimePreferences
  /** Returns the language that the user speaks. */
  language: () => SpokenLanguage
  /** The time limit for listing a service's models. */
  listMilliseconds?: number
  /** The time limit for a service to answer a call. */
  callMilliseconds?: number
}

export interface Realtime {
  /** Returns the models by provider, in the service's own order. */
  models: () => Promise<RealtimeModel[]>
  /**
   * Calls the selected model. Errors: modelMissing, notSupported, timeout, those of a request to a
   * provider.
   */
  call: (offer: string) => Promise<{ answer: string; model: ModelReference }>
}

export function createRealtime(dependencies: RealtimeDependencies): Realtime {
  const { providers, lookup, preferences, language } = dependencies
  const { listMilliseconds = 4000, callMilliseconds = 30_000 } = dependencies

  async function modelsOf({ id, name }: ProviderState): Promise<RealtimeModel[]> {
    try {
      const provider = await lookup(id)
      const listed = await withTimeout(listMilliseconds, null, (limit) =>
        provider.models(limit, 'realtime'),
      )
      const ids = new Set(listed.map(({ modelId }) => modelId))
      return [...ids].map((modelId) => ({ providerId: id, modelId, provider: name }))
    } catch {
      // The provider's settings already report a refused key.
      return []
    }
  }

  return {
    async models() {
      const found = await Promise.all((await providers()).filter(mayBeCalled).map(modelsOf))
      return found.flat()
    },
    async call(offer) {
      const { model, voice } = preferences()
      if (!model) throw new AppError('modelMissing', 'No model for calls is chosen')
      const { modelId } = model
      const provider = await lookup(model.providerId)
      const { call } = provider
      if (!call) {
        throw new AppError('notSupported', 'The service takes no calls', { model: modelId })
      }
      const spoken = language()
      const locale = spoken === 'automatic' ? null : spoken
      const answer = await withTimeout(
        callMilliseconds,
        null,
        (limit) => call({ modelId, voice, locale, offer }, limit),
        { model: modelId },
      )
      return { answer, model }
    },
  }
}

/**
 * Returns true for OpenAI, which supports calls, and for servers that the user added, which may.
 */
function mayBeCalled(state: ProviderState): boolean {
  const { enabled, needsKey, keySource } = state
  if (!enabled || (needsKey && keySource === 'none')) return false
  return tasksOf(state).includes('realtime')
}
