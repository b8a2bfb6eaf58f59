import { fromWire } from '../../../shared/errors.ts'
import { isLocalAddress } from '../../providers/baseUrl.ts'
import type { ModelList } from '../../providers/modelLists.ts'
import type { Providers } from '../../providers/providers.ts'
import type { MediaProviderSource } from '../mediaProvider.ts'
import { createOpenAiImages } from './openAiImages.ts'

/** Returns the providers that may draw, each as a media service. */
export function openAiImageServices(
  providers: Pick<Providers, 'withTask' | 'models' | 'lookup'>,
): MediaProviderSource {
  return () => {
    const list = listOnce(providers)
    return providers.withTask('image').map(({ id, name, presetId, baseUrl }) =>
      createOpenAiImages({
        id,
        name,
        presetId,
        local: isLocalAddress(baseUrl),
        listModels: async (refresh) => modelsOf(await list(refresh), id),
        lookup: () => providers.lookup(id),
      }),
    )
  }
}

/** Lists the models of all providers once for all services of one look at them. */
function listOnce({ models }: Pick<Providers, 'models'>) {
  let listed: Promise<ModelList> | undefined
  return (refresh: boolean): Promise<ModelList> => (listed ??= models(refresh, 'image'))
}

/** Errors: those of listing the provider's models. */
function modelsOf({ models, failures }: ModelList, providerId: string) {
  const failure = failures.find((each) => each.providerId === providerId)
  if (failure) throw fromWire(failure.error)
  return models.filter((model) => model.providerId === providerId)
}
