import type { ModelReference } from '../../shared/models.ts'
import type { ProviderState } from '../../shared/providers.ts'
import { statusOf } from './providerStatus.ts'

/** The models that were used: of the user's chats, and those chosen last, the newest first. */
export interface ModelUse {
  chats: readonly { model: ModelReference | null }[]
  recent: readonly ModelReference[]
}

/**
 * Returns the providers in the order in which they are of use: first what is set up, then what
 * needs a key, then what is off; within each, the one of the most chats first, then the one used
 * last.
 */
export function orderByUse(providers: readonly ProviderState[], use: ModelUse): ProviderState[] {
  const chats = new Map<string, number>()
  for (const { model } of use.chats) {
    if (model) chats.set(model.providerId, (chats.get(model.providerId) ?? 0) + 1)
  }
  const chatsOf = ({ id }: ProviderState): number => chats.get(id) ?? 0
  const ageOf = ({ id }: ProviderState): number => {
    const place = use.recent.findIndex(({ providerId }) => providerId === id)
    return place === -1 ? use.recent.length : place
  }
  return providers.toSorted(
    (first, second) =>
      stageOf(first) - stageOf(second) ||
      chatsOf(second) - chatsOf(first) ||
      ageOf(first) - ageOf(second),
  )
}

/**
 * Returns the providers in an order that was made before; those that came since follow. A row that
 * the user has just set up must not move away.
 */
export function keepOrder(
  providers: readonly ProviderState[],
  order: readonly string[],
): ProviderState[] {
  const placeOf = ({ id }: ProviderState): number => {
    const place = order.indexOf(id)
    return place === -1 ? order.length : place
  }
  return providers.toSorted((first, second) => placeOf(first) - placeOf(second))
}

function stageOf(provider: ProviderState): 0 | 1 | 2 {
  const status = statusOf(provider)
  if (status === 'off' || status === 'notRunning') return 2
  return status === 'keyMissing' || status === 'credentialsMissing' ? 1 : 0
}
