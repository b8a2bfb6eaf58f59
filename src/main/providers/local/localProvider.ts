import { isLocalAddress } from '../baseUrl.ts'
import { createOpenAiCompatible } from '../openAiCompatible/openAiCompatible.ts'
import type { OpenAiCompatibleOptions } from '../openAiCompatible/openAiCompatible.ts'
import type { Provider } from '../provider.ts'
import { createAsk } from './detect.ts'
import { nativeOrigin } from './discover.ts'
import type { LocalServerId } from './localServers.ts'
import { listNativeModels } from './nativeModels.ts'

const listMilliseconds = 3000

/** A known model server: chat as everywhere, and the models by the server's own list. */
export function createLocalProvider(
  server: LocalServerId,
  options: OpenAiCompatibleOptions,
): Provider {
  // A server that is not there won't be there in half a second: no retries.
  const provider = createOpenAiCompatible({ ...options, maxRetries: 0 })
  const { baseUrl, key, fetch, id: providerId } = options
  const local = isLocalAddress(baseUrl)
  return {
    reply: provider.reply,
    async models(signal) {
      const limit = AbortSignal.any([signal, AbortSignal.timeout(listMilliseconds)])
      const native = await listNativeModels(
        server,
        createAsk(nativeOrigin(baseUrl), { fetch, key, limit }),
      )
      if (!native) return provider.models(signal)
      return native.map((model) => ({ ...model, providerId, local }))
    },
  }
}
