import { askedAlternatives } from '../../../../shared/limits.ts'
import type { LocalOptions } from '../../../../shared/providers.ts'
import { asCompletionError } from '../../completions/completionErrors.ts'
import { createCompletionReader } from '../../completions/completionReader.ts'
import { readOllamaChunk } from '../../completions/ollamaChunk.ts'
import type { CompletionEvent, CompletionRequest } from '../../reply.ts'
import { asReplyRequest } from '../../completions/asReplyRequest.ts'
import type { NativeApi } from '../nativeApi.ts'
import { keepAliveOf } from './chatBody.ts'
import { readLineAnswer } from './lineAnswer.ts'
import type { RequestWindows } from './requestWindow.ts'

export interface OllamaCompleteOptions {
  api: NativeApi
  localOptions: LocalOptions
  windows: RequestWindows
  timeoutMilliseconds: number
  idleMilliseconds: number
}

/**
 * Continues a text by `POST /api/generate`: without the model's template, but for a gap, which only
 * a template knows how to mark. https://docs.ollama.com/api/generate
 */
export async function* completeByOllama(
  request: CompletionRequest,
  signal: AbortSignal,
  options: OllamaCompleteOptions,
): AsyncGenerator<CompletionEvent> {
  const { api, localOptions, windows, timeoutMilliseconds, idleMilliseconds } = options
  const { modelId: model } = request
  const window = await windows.choose(asReplyRequest(request), signal)
  const body = { ...buildBody(request, window), ...keepAliveOf(localOptions) }
  const response = await api
    .send('/api/generate', { method: 'POST', body, signal, timeoutMilliseconds, model })
    .catch((error: unknown) => {
      throw asCompletionError(error, request)
    })
  const reader = createCompletionReader({
    readChunk: readOllamaChunk,
    toError: (error) => api.toError(error, model),
  })
  const answer = { ...reader, done: reader.finished }
  yield* readLineAnswer(response, answer, { warnings: [], idleMilliseconds, signal })
}

function buildBody(
  { modelId, text, suffix, sampling }: CompletionRequest,
  contextTokens: number | undefined,
): object {
  const { stop, temperature, topP, seed, maxTokens } = sampling
  return {
    model: modelId,
    prompt: text,
    ...(suffix === null ? { raw: true } : { suffix }),
    stream: true,
    logprobs: true,
    top_logprobs: askedAlternatives,
    options: {
      num_predict: maxTokens,
      ...(contextTokens !== undefined && { num_ctx: contextTokens }),
      ...(stop.length > 0 && { stop }),
      ...(temperature !== null && { temperature }),
      ...(topP !== null && { top_p: topP }),
      ...(seed !== null && { seed }),
    },
  }
}
