import type { Model } from '../../../shared/models.ts'
import type { Provider } from '../provider.ts'
import { withAdded } from '../request/withAdded.ts'

const maxAsked = 20
/** The list of models must not wait long for the ones that the user added. */
const askMilliseconds = 3000

export interface TypedModels {
  /** The ids that the user added. */
  ids: readonly string[]
  providerId: string
  local: boolean
}

/**
 * Adds the models that the user typed to a provider's list, with their limits if the service tells
 * of single models. One that it doesn't tell of is in the list all the same.
 */
export async function completeTyped(
  listed: readonly Model[],
  { ids, providerId, local }: TypedModels,
  findModel: Provider['findModel'],
): Promise<Model[]> {
  const limit = AbortSignal.timeout(askMilliseconds)
  const found = await Promise.all(
    ids.slice(0, maxAsked).map(async (id) => findModel?.(id, limit).catch(() => undefined)),
  )
  const bare = ids.map((modelId) => ({ providerId, modelId, name: modelId, local }))
  const byId = new Map(found.flatMap((model) => (model ? [[model.modelId, model] as const] : [])))
  const known = new Set(listed.map(({ modelId }) => modelId))
  const missing = bare.filter(({ modelId }) => !known.has(modelId))
  return withAdded(listed, missing).map((model) => {
    const more = byId.get(model.modelId)
    return more ? { ...more, ...model, ...nameOf(model, more) } : model
  })
}

/** A model that the user added has its id for a name, unless the service knows better. */
function nameOf({ name, modelId }: Model, found: Model): Pick<Model, 'name'> {
  return { name: name === modelId ? found.name : name }
}
