import type { Provider } from '../../../../src/main/providers/provider.ts'
import type { CompletionEvent } from '../../../../src/main/providers/reply.ts'
import type { ContinuedPiece, KnownTokens, Sampling } from '../../../../src/shared/completions.ts'
import { AppError } from '../../../../src/shared/errors.ts'

export interface CollectedText {
  text: string
  pieces: ContinuedPiece[]
  events: CompletionEvent[]
  error: AppError | undefined
}

export const plainSampling: Sampling = {
  stop: [],
  temperature: null,
  topP: null,
  seed: null,
  maxTokens: 50,
}

/** Continues a text to its end or its error. */
export async function collectText(
  provider: Provider,
  { text = 'Once', suffix = null, tokens, sampling = plainSampling }: Partial<Asked> = {},
  signal = new AbortController().signal,
): Promise<CollectedText> {
  const collected: CollectedText = { text: '', pieces: [], events: [], error: undefined }
  const request = { modelId: 'parley-base', text, suffix, tokens, sampling }
  try {
    for await (const event of provider.complete?.(request, signal) ?? []) {
      collected.events.push(event)
      if (event.type === 'pieces') collected.pieces.push(...event.pieces)
    }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    collected.error = error
  }
  collected.text = collected.pieces.map((piece) => piece.text).join('')
  return collected
}

interface Asked {
  text: string
  suffix: string | null
  tokens: KnownTokens
  sampling: Sampling
}
