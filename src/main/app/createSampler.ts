import { costOf } from '../../shared/chat/costOf.ts'
import { AppError } from '../../shared/errors.ts'
import type { ModelReference } from '../../shared/models.ts'
import type { Usage } from '../../shared/chat/parts.ts'
import type { Sampler } from '../mcp/sampling.ts'
import { addText } from '../providers/answer/addText.ts'
import type { Providers } from '../providers/providers.ts'
import { withTimeout } from '../timeLimit.ts'

const answerMilliseconds = 300_000
const maxAnswerLength = 200_000

interface SamplerOptions {
  providers: Pick<Providers, 'lookup' | 'describe'>
  /** Returns the model that was used last; undefined for none. */
  model: () => ModelReference | undefined
}

/** Lets the model that was used last answer the servers of plugins. */
export function createSampler({ providers, model }: SamplerOptions): Sampler {
  const chosen = (): ModelReference => {
    const reference = model()
    if (reference) return reference
    throw new AppError('modelMissing', 'No model was used yet')
  }
  return {
    model: async () => (await providers.describe(chosen())).name,
    async answer({ system, messages, outputTokensMaximum }, outer) {
      const reference = chosen()
      const described = await providers.describe(reference)
      const provider = await providers.lookup(reference.providerId)
      const turns = [
        ...(system === null ? [] : [{ role: 'system' as const, text: system }]),
        ...messages,
      ]
      const request = {
        modelId: reference.modelId,
        model: described,
        outputTokensMaximum,
        turns: turns.map(({ role, text }) => ({
          role,
          parts: [{ type: 'text' as const, text: text.toWellFormed() }],
        })),
      }
      return withTimeout(answerMilliseconds, outer, async (signal) => {
        let text = ''
        let usage: Usage | undefined
        for await (const event of provider.reply(request, signal)) {
          text = addText(text, event)
          if (event.type === 'usage') ({ usage } = event)
          if (text.length > maxAnswerLength) break
        }
        const { inputTokens = 0, outputTokens = 0 } = usage ?? {}
        const { price } = described
        const dollars = price && usage ? costOf(usage, price) : null
        return { text, inputTokens, outputTokens, dollars }
      })
    },
  }
}
