import { atom } from 'jotai'
import type { ModelReference } from '../../../shared/models.ts'
import { sameModel, store } from '../../core/store.ts'
import { currentIdAtom } from './conversations.ts'
import { currentModelAtom } from './currentModel.ts'

const none: readonly ModelReference[] = []

/** The models that answer the next message beside the chat's own, by conversation; null for a new one. */
const othersAtom = atom<ReadonlyMap<string | null, readonly ModelReference[]>>(new Map())

/** The other models of the open conversation. */
export const otherModelsAtom = atom((get) => get(othersAtom).get(get(currentIdAtom)) ?? none)

/** Returns the models that the next message of a conversation goes to beside its own. */
export function otherModelsOf(
  conversationId: string | null,
  model: ModelReference,
): readonly ModelReference[] {
  const others = store.get(othersAtom).get(conversationId) ?? none
  return others.filter((other) => !sameModel(other, model))
}

/** Sets the other models of a conversation. A message that is sent takes them along. */
export function setOtherModels(
  conversationId: string | null,
  models: readonly ModelReference[],
): void {
  store.set(othersAtom, (before) => {
    const after = new Map(before)
    if (models.length > 0) after.set(conversationId, models)
    else after.delete(conversationId)
    return after
  })
}

/** All models that answer the next message of the open conversation, its own first. */
export const askedModelsAtom = atom((get): readonly ModelReference[] => {
  const own = get(currentModelAtom)
  if (!own) return none
  return [own, ...get(otherModelsAtom).filter((other) => !sameModel(other, own))]
})
