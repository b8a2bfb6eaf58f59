import { localOptionsSchema } from '../../../shared/providers.ts'
import type { LocalOptions } from '../../../shared/providers.ts'
import type { Model } from '../../../shared/models.ts'
import { isLocalAddress } from '../baseUrl.ts'
import { createOpenAiCompatible } from '../openAiCompatible/openAiCompatible.ts'
import type { OpenAiCompatibleOptions } from '../openAiCompatible/openAiCompatible.ts'
import type { Provider } from '../provider.ts'
import { createFlavour } from './createFlavour.ts'
import type { FlavourOptions } from './flavour.ts'
import { createLoadingModels } from './loadingModels.ts'
import type { LocalServerId } from './localServers.ts'
import { createNativeApi } from './nativeApi.ts'
import { asLoading, waitForReal, withPatience } from '../patience.ts'
import type { Wait } from '../patience.ts'

export interface LocalProviderOptions extends OpenAiCompatibleOptions {
  /** The server's own settings if missing. */
  localOptions?: LocalOptions
  wait?: Wait
}

/**
 * Creates a client for a known local server. Uses its native endpoints where they exist, and the
 * OpenAI-compatible API for the rest.
 */
export function createLocalProvider(
  server: LocalServerId,
  options: LocalProviderOptions,
): Provider {
  const { id: providerId, baseUrl, wait = waitForReal } = options
  // Retries here, because the client can't tell a loading model from a failure.
  const compatible = createOpenAiCompatible({ ...options, maxRetries: 0 })
  const loading = createLoadingModels()
  const flavourOptions: FlavourOptions = {
    ...options,
    api: createNativeApi(options),
    localOptions: options.localOptions ?? localOptionsSchema.parse({}),
    loading,
    providerId,
    local: isLocalAddress(baseUrl),
    wait,
  }
  const flavour = createFlavour(server, flavourOptions, compatible)
  const reply = withPatience(flavour.reply ?? compatible.reply, { ...options, loadsModels: true })
  const { countTokens, manage } = flavour

  return {
    reply: (request, signal) => loading.watch(request.modelId, reply(request, signal)),
    async models(signal, task = 'chat') {
      try {
        if (!flavour.models || task !== 'chat') return await compatible.models(signal, task)
        return withExtra(await flavour.models(signal), flavourOptions, options.extraModels ?? [])
      } catch (error) {
        throw asLoading(error)
      }
    },
    ...(compatible.embed && { embed: compatible.embed }),
    ...(compatible.transcribe && { transcribe: compatible.transcribe }),
    ...(countTokens && { countTokens }),
    ...(manage && { manage }),
  }
}

/** Puts the ids that the user added before the listed ones. */
function withExtra(
  listed: Model[],
  { providerId, local }: FlavourOptions,
  extra: readonly string[],
): Model[] {
  const known = new Set(listed.map(({ modelId }) => modelId))
  const added = extra
    .filter((modelId) => !known.has(modelId))
    .map((modelId) => ({ providerId, modelId, name: modelId, local }))
  return [...added, ...listed]
}
