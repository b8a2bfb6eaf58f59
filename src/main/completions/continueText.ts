import { AppError } from '../../shared/errors.ts'
import type { ContinuationFrame, KnownTokens, Sampling } from '../../shared/completions.ts'
import type { ModelReference } from '../../shared/models.ts'
import type { ProviderLookup } from '../providers/provider.ts'
import type { CompletionEvent } from '../providers/reply.ts'

export interface ContinueInput {
  model: ModelReference
  text: string
  suffix: string | null
  tokens?: KnownTokens | undefined
  sampling: Sampling
}

/**
 * Continues a text with a model, and yields what the page shows of it. Errors: those of a reply,
 * completionsMissing, fillInMissing.
 */
export async function* continueText(
  lookup: ProviderLookup,
  { model, ...rest }: ContinueInput,
  signal: AbortSignal,
): AsyncGenerator<ContinuationFrame> {
  const provider = await lookup(model.providerId)
  if (!provider.complete) {
    throw new AppError('completionsMissing', 'The provider continues no texts', {
      model: model.modelId,
    })
  }
  const events = provider.complete({ modelId: model.modelId, ...rest }, signal)
  for await (const event of events) {
    const frame = toFrame(event)
    if (frame) yield frame
  }
}

function toFrame(event: CompletionEvent): ContinuationFrame | undefined {
  switch (event.type) {
    case 'request':
      return undefined
    case 'waiting':
      return { type: 'waiting', error: event.error }
    case 'usage':
      return { type: 'usage', usage: event.usage }
    case 'finish': {
      const { reason } = event
      const isKnown = reason === 'length' || reason === 'contentFilter'
      return { type: 'finish', reason: isKnown ? reason : 'stop' }
    }
    case 'pieces':
    case 'warning':
      return event
  }
}
