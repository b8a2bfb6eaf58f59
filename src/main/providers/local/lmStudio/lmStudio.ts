import type { Provider } from '../../provider.ts'
import type { ReplyRequest } from '../../reply.ts'
import { defaultLimits } from '../../service.ts'
import type { Flavour, FlavourOptions } from '../flavour.ts'
import { createManagement } from './management.ts'
import { askModels, listModels } from './models.ts'

/** LM Studio: its own list and management of models, and OpenAI's chat. */
export function createLmStudio(options: FlavourOptions, compatible: Provider): Flavour {
  const { api, localOptions, timeoutMilliseconds = defaultLimits.timeoutMilliseconds } = options

  /**
   * Loads the model with the user's context window. A chat request would load it with the server's
   * own choice.
   */
  async function load({ modelId }: ReplyRequest, signal: AbortSignal): Promise<void> {
    const { contextTokens } = localOptions
    if (contextTokens === null) return
    const models = await askModels(api, signal)
    const entry = models?.find(({ key }) => key === modelId)
    if (!entry || entry.loaded_instances.length > 0) return
    const most = entry.max_context_length ?? Infinity
    const body = { model: modelId, context_length: Math.min(contextTokens, most) }
    await api.json('/api/v1/models/load', {
      method: 'POST',
      body,
      timeoutMilliseconds,
      model: modelId,
      signal,
    })
  }

  return {
    async *reply(request: ReplyRequest, signal: AbortSignal) {
      await load(request, signal)
      yield* compatible.reply(request, signal)
    },
    models: async (signal) => (await listModels(options, signal)) ?? compatible.models(signal),
    manage: createManagement(options),
  }
}
