import { isLocalAddress } from '../../providers/configs/baseUrl.ts'
import type { Providers } from '../../providers/providers.ts'
import { listOnce, modelsOf } from '../listImageModels.ts'
import type { MediaProviderSource } from '../mediaProvider.ts'
import { createOpenAiImages } from './openAiImages.ts'

/** Returns the providers that may draw in OpenAI's dialect, each as a media service. */
export function openAiImageServices(
  providers: Pick<Providers, 'withTask' | 'models' | 'lookup'>,
): MediaProviderSource {
  return () => {
    const list = listOnce(providers)
    return providers
      .withTask('image')
      .filter(({ kind }) => kind !== 'bedrock')
      .map(({ id, name, presetId, baseUrl }) =>
        createOpenAiImages({
          id,
          name,
          presetId,
          local: isLocalAddress(baseUrl),
          origin: URL.parse(baseUrl)?.origin,
          listModels: async (refresh) => modelsOf(await list(refresh), id),
          lookup: () => providers.lookup(id),
        }),
      )
  }
}
