import { z } from 'zod'
import { AppError } from '../../../shared/errors.ts'
import { modelIdSchema } from '../../../shared/models.ts'
import type { Model } from '../../../shared/models.ts'
import { parseModels } from '../openAiCompatible/listModels.ts'
import { prepareTurns } from '../openAiCompatible/prepareTurns.ts'
import type { ReplyRequest } from '../reply.ts'
import type { Flavour, FlavourOptions } from './flavour.ts'
import { countTokensBy, lacksEndpoint } from './countTokensBy.ts'
import { flag, natural } from '../answer/answerFields.ts'

const versionSchema = z.object({ llm: flag, vision: flag, audio: flag })
const windowSchema = z.object({ value: natural })
const modelSchema = z.object({ result: modelIdSchema })
const countSchema = z.object({ value: z.number().int().nonnegative() })

/** The name of the model while none is loaded. */
const noModelPattern = /(?:^|\/)inactive$/

/** KoboldCpp: a single model, loaded at the start with the kinds of input configured there. */
export function createKoboldCpp({ api, providerId, local }: FlavourOptions): Flavour {
  async function list(signal: AbortSignal): Promise<Model[]> {
    try {
      return parseModels(await api.json('/v1/models', { signal }), { providerId, local })
    } catch (error) {
      if (!lacksEndpoint(error)) throw error
      // Versions without OpenAI's endpoints.
      const { data } = modelSchema.safeParse(await api.json('/api/v1/model', { signal }))
      if (!data) throw new AppError('malformedAnswer', 'The model has an unknown shape', {}, error)
      const modelId = data.result
      return [{ providerId, modelId, name: modelId, local }]
    }
  }

  return {
    async models(signal) {
      const [models, version, window] = await Promise.all([
        list(signal),
        api.ask('/api/extra/version', { signal }),
        api.ask('/api/extra/true_max_context_length', { signal }),
      ])
      const said = versionSchema.safeParse(version).data
      const contextTokens = windowSchema.safeParse(window).data?.value
      if (said?.llm === false) return []
      return models
        .filter(({ modelId }) => !noModelPattern.test(modelId))
        .map((model) => ({
          ...model,
          ...(contextTokens && { contextTokens }),
          capabilities: {
            ...model.capabilities,
            ...(typeof said?.vision === 'boolean' && { image: said.vision }),
            ...(typeof said?.audio === 'boolean' && { audio: said.audio }),
          },
          loadState: 'loaded',
        }))
    },
    countTokens: countTokensBy(api, async (request, ask) => {
      const prompt = await quotedText(request)
      return countSchema.parse(await ask('/api/extra/tokencount', { prompt })).value
    }),
  }
}

/**
 * Returns all text of a request, without the template's tokens, for a tokenizer that knows no
 * turns.
 */
async function quotedText(request: ReplyRequest): Promise<string> {
  const { turns } = await prepareTurns(request, { files: false })
  return turns
    .map(({ parts }) =>
      parts
        .flatMap((part) => {
          if (part.type === 'prepared') return part.file.kind === 'text' ? part.file.text : []
          if (part.type === 'toolCall') return `${part.name} ${part.arguments}`
          return part.type === 'reasoning' ? [] : part.text
        })
        .join('\n'),
    )
    .join('\n\n')
}
