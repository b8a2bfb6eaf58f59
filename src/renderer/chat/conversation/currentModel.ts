import { atom } from 'jotai'
import { selectAtom } from 'jotai/utils'
import type { Model, ModelReference } from '../../../shared/models.ts'
import type { ProviderState } from '../../../shared/providers.ts'
import { modelsAtom, preferencesAtom, providersAtom, sameModel, store } from '../../core/store.ts'
import { api } from '../../core/bridge.ts'
import { recentChatsAtom, currentConversationAtom, putConversation } from './conversations.ts'

/** The model chosen in a new chat, before a conversation exists that could store it. */
export const newChatModelAtom = atom<ModelReference | null>(null)

/** The current model, as a new object whenever any conversation changes. */
const computedModelAtom = atom<ModelReference | null>((get) => {
  const models = get(modelsAtom) ?? []
  const conversation = get(currentConversationAtom)
  if (conversation?.model) return conversation.model
  const chosen = get(newChatModelAtom)
  if (chosen && !conversation) return chosen
  const preferences = get(preferencesAtom)
  const ofLastChat = get(recentChatsAtom).conversations.find(({ model }) => model)?.model
  return firstAvailable(
    models,
    // The last chat may be deleted, and its model may have been chosen without being used.
    [preferences?.defaultModel, preferences?.recentModels[0], ofLastChat],
    get(providersAtom) ?? [],
  )
})

/**
 * The model that answers the next message; null for none. The same object while the model stays:
 * all of the composer depends on it.
 */
export const currentModelAtom = selectAtom(
  computedModelAtom,
  (model) => model,
  (model, next) => model === next || (!!model && !!next && sameModel(model, next)),
)

/** Whether a model may still come: main has not named the providers or their models yet. */
export const modelMayComeAtom = atom(
  (get) => get(modelsAtom) === undefined || get(providersAtom) === undefined,
)

/**
 * Returns the first of the wanted models that is available, or else the first that is not the
 * guide. A provider that lists nothing now (its key is refused, its server is down) keeps its
 * model: the user chose it, and learns what is wrong instead of getting another model's answer.
 */
function firstAvailable(
  models: readonly Model[],
  wanted: readonly (ModelReference | null | undefined)[],
  providers: readonly ProviderState[],
): ModelReference | null {
  const available = (reference: ModelReference): boolean => {
    const provider = providers.find(({ id }) => id === reference.providerId)
    const listed = models.filter(({ providerId }) => providerId === reference.providerId)
    if (!provider?.enabled) return false
    return listed.length === 0 || listed.some((model) => sameModel(model, reference))
  }
  const found = wanted.find((reference) => reference && available(reference))
  if (found) return found
  const guides = new Set(providers.filter(({ kind }) => kind === 'guide').map(({ id }) => id))
  const first = models.find((model) => !guides.has(model.providerId)) ?? models[0]
  return first ? { providerId: first.providerId, modelId: first.modelId } : null
}

/** The details of the current model; undefined if its provider does not list it. */
export const currentModelDetailsAtom = atom((get) => {
  const reference = get(currentModelAtom)
  return reference ? get(modelsAtom)?.find((model) => sameModel(model, reference)) : undefined
})

/** Sets the model of the open conversation or new chat. */
export async function chooseModel({ providerId, modelId }: ModelReference): Promise<void> {
  const model = { providerId, modelId }
  const conversation = store.get(currentConversationAtom)
  if (!conversation) {
    store.set(newChatModelAtom, model)
    return
  }
  putConversation({ ...conversation, model })
  putConversation(await api.chat.setModel({ id: conversation.id, model }))
}
