import type { Providers } from '../../providers/providers.ts'
import type { MediaProviderSource } from '../mediaProvider.ts'
import { listOnce, modelsOf } from '../listImageModels.ts'
import { createBedrockImages } from './bedrockImages.ts'

/** Returns the providers of the settings that are Amazon Bedrock, each as a media service. */
export function bedrockImageServices(
  providers: Pick<Providers, 'withTask' | 'models' | 'lookup'>,
): MediaProviderSource {
  return () => {
    const list = listOnce(providers)
    return providers
      .withTask('image')
      .filter(({ kind }) => kind === 'bedrock')
      .map(({ id, name }) =>
        createBedrockImages({
          ...{ id, name, lookup: () => providers.lookup(id) },
          listModels: async (refresh) => modelsOf(await list(refresh), id),
        }),
      )
  }
}
