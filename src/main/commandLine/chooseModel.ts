import { AppError } from '../../shared/errors.ts'
import type { ModelReference } from '../../shared/models.ts'
import type { Settings } from '../../shared/settings.ts'
import type { Providers } from '../providers/providers.ts'

type Chosen = Pick<Settings, 'defaultModel' | 'recentModels' | 'favouriteModels'>

/**
 * Returns the model that a new chat would have or, if the user named one, that: `provider/model`, or
 * a model's id or name alone. Asks the providers for their lists only if the settings don't know
 * it. Errors: modelMissing, modelNotFound.
 */
export async function chooseModel(
  wanted: string | undefined,
  { defaultModel, recentModels, favouriteModels }: Chosen,
  providers: Pick<Providers, 'models' | 'withTask'>,
): Promise<ModelReference> {
  const known = [...(defaultModel ? [defaultModel] : []), ...recentModels, ...favouriteModels]
  if (wanted === undefined) {
    const model = defaultModel ?? recentModels[0]
    if (model) return model
    throw new AppError('modelMissing', 'No model was chosen in Parley yet')
  }
  const isWanted = ({ providerId, modelId }: ModelReference): boolean =>
    wanted === modelId || wanted === `${providerId}/${modelId}`
  const direct = known.find(isWanted) ?? atProvider(wanted, providers)
  if (direct) return direct
  const { models } = await providers.models(false)
  const found =
    models.find(isWanted) ?? models.find(({ name }) => name.toLowerCase() === wanted.toLowerCase())
  if (found) return { providerId: found.providerId, modelId: found.modelId }
  throw new AppError('modelNotFound', 'No provider lists this model', { model: wanted })
}

/** Returns the model that follows a provider's id or name, listed or not. */
function atProvider(
  wanted: string,
  providers: Pick<Providers, 'withTask'>,
): ModelReference | undefined {
  for (const { id, name } of providers.withTask('chat')) {
    for (const prefix of [`${id}/`, `${name}/`]) {
      const isAt = wanted.toLowerCase().startsWith(prefix.toLowerCase())
      if (isAt && wanted.length > prefix.length) {
        return { providerId: id, modelId: wanted.slice(prefix.length) }
      }
    }
  }
  return undefined
}
