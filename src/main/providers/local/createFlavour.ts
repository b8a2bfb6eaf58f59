import type { Provider } from '../provider.ts'
import type { Flavour, FlavourOptions } from './flavour.ts'
import { createKoboldCpp } from './koboldCpp.ts'
import { createLlamaCpp } from './llamaCpp.ts'
import { createLmStudio } from './lmStudio/lmStudio.ts'
import { createLocalAi } from './localAi.ts'
import type { LocalServerId } from './localServers.ts'
import { createOllama } from './ollama/ollama.ts'
import { createVllm } from './vllm.ts'

/**
 * Returns a server's own features. `compatible` is the client for the API that all servers share.
 */
export function createFlavour(
  server: LocalServerId,
  options: FlavourOptions,
  compatible: Provider,
): Flavour {
  switch (server) {
    case 'ollama':
      return createOllama(options, compatible)
    case 'lmstudio':
      return createLmStudio(options, compatible)
    case 'llamacpp':
      return createLlamaCpp(options)
    case 'vllm':
      return createVllm(options)
    case 'localai':
      return createLocalAi(options, compatible)
    case 'koboldcpp':
      return createKoboldCpp(options)
    case 'jan':
      return {}
  }
}
