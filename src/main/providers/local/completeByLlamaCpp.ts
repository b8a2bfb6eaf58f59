import { askedAlternatives } from '../../../shared/limits.ts'
import { readAnswerStream } from '../answer/answerStream.ts'
import { asCompletionError } from '../completions/completionErrors.ts'
import { createCompletionReader } from '../completions/completionReader.ts'
import { readLlamaCppChunk } from '../completions/llamaCppChunk.ts'
import type { CompletionEvent, CompletionRequest } from '../reply.ts'
import { defaultLimits } from '../service.ts'
import type { FlavourOptions } from './flavour.ts'

/** Continues a text by llama.cpp's `/completion`, or fills in a gap by its `/infill`. */
export async function* completeByLlamaCpp(
  request: CompletionRequest,
  signal: AbortSignal,
  options: Pick<FlavourOptions, 'api' | 'timeoutMilliseconds' | 'idleMilliseconds'>,
): AsyncGenerator<CompletionEvent> {
  const { api, timeoutMilliseconds = defaultLimits.timeoutMilliseconds } = options
  const { idleMilliseconds = defaultLimits.idleMilliseconds } = options
  const { modelId: model, suffix } = request
  const body = buildBody(request)
  const response = await api
    .send(suffix === null ? '/completion' : '/infill', {
      method: 'POST',
      body,
      signal,
      timeoutMilliseconds,
      model,
    })
    .catch((error: unknown) => {
      throw asCompletionError(error, request)
    })
  const reader = createCompletionReader({
    readChunk: readLlamaCppChunk,
    toError: (error) => api.toError(error, model),
  })
  const reading = { warnings: [], idleMilliseconds, signal }
  for await (const events of readAnswerStream(response, reader, reading)) yield* events
}

function buildBody({ modelId, text, suffix, tokens, sampling }: CompletionRequest): object {
  const { stop, temperature, topP, seed, maxTokens } = sampling
  return {
    model: modelId,
    ...(suffix === null
      ? // The text stands first even if it is empty: the server puts the mark of the beginning there.
        { prompt: tokens ? [text.slice(0, tokens.start), ...tokens.ids] : text }
      : { input_prefix: text, input_suffix: suffix, prompt: '' }),
    stream: true,
    n_predict: maxTokens,
    n_probs: askedAlternatives,
    ...(stop.length > 0 && { stop }),
    ...(temperature !== null && { temperature }),
    ...(topP !== null && { top_p: topP }),
    ...(seed !== null && { seed }),
  }
}
