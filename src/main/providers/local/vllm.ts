import { z } from 'zod'
import { parseModels } from '../openAiCompatible/listModels.ts'
import { chatMessages } from './chatMessages.ts'
import type { Flavour, FlavourOptions } from './flavour.ts'
import { countTokensBy } from './countTokensBy.ts'

const countSchema = z.object({ count: z.number().int().nonnegative() })

/** vLLM: its models are in memory, and it counts tokens with the model's own template. */
export function createVllm({ api, providerId, local }: FlavourOptions): Flavour {
  return {
    async models(signal) {
      const list = parseModels(await api.json('/v1/models', { signal }), { providerId, local })
      return list.map((model) => ({
        ...model,
        capabilities: { structuredOutput: true, ...model.capabilities },
        loadState: 'loaded',
      }))
    },
    countTokens: countTokensBy(api, async (request, ask) => {
      const { count } = countSchema.parse(await ask('/tokenize', await chatMessages(request)))
      return count
    }),
  }
}
