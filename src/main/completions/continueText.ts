import { AppError } from '../../shared/errors.ts'
import type { ContinuationFrame, KnownTokens, Sampling } from '../../shared/completions.ts'
import type { Usage } from '../../shared/chat/parts.ts'
import type { ModelReference } from '../../shared/models.ts'
import { hasCostNothing } from '../providers/errors/wasRefused.ts'
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
 * Continues a text with a model, and yields what the page shows of it. At the end, or once nobody
 * reads on, it calls `onSpent` with the service's counts, or null if it told none, unless the
 * request has certainly cost nothing. Errors: those of a reply, completionsMissing, fillInMissing.
 */
export async function* continueText(
  lookup: ProviderLookup,
  { model, ...rest }: ContinueInput,
  signal: AbortSignal,
  onSpent: (usage: Usage | null) => void,
): AsyncGenerator<ContinuationFrame> {
  const provider = await lookup(model.providerId)
  if (!provider.complete) {
    throw new AppError('completionsMissing', 'The provider continues no texts', {
      model: model.modelId,
    })
  }
  const events = provider.complete({ modelId: model.modelId, ...rest }, signal)
  let usage: Usage | null = null
  let isFree = false
  try {
    for await (const event of events) {
      if (event.type === 'usage') ({ usage } = event)
      const frame = toFrame(event)
      if (frame) yield frame
    }
  } catch (error) {
    isFree = !usage && hasCostNothing(error)
    throw error
  } finally {
    if (!isFree) onSpent(usage)
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
