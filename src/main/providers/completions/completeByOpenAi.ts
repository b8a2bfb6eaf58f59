import type OpenAI from 'openai'
import type { AppError } from '../../../shared/errors.ts'
import { askedAlternatives } from '../../../shared/limits.ts'
import { readAnswerStream } from '../answer/answerStream.ts'
import { fromErrorObject, toAppError } from '../errors/providerErrors.ts'
import type { ErrorContext } from '../errors/providerErrors.ts'
import { throwIfAborted } from '../errors/throwIfAborted.ts'
import type { Sdk } from '../openAiCompatible/client.ts'
import type { CompletionEvent, CompletionRequest } from '../reply.ts'
import { asCompletionError } from './completionErrors.ts'
import { createCompletionReader } from './completionReader.ts'
import { readOpenAiChunk } from './openAiChunk.ts'

export interface OpenAiCompletionsOptions {
  open: () => Promise<{ sdk: Sdk; client: OpenAI }>
  context: ErrorContext
  /** The address for continuing texts. */
  href: string
  /** The field for the seed; `seed` if missing. */
  seedField?: string | undefined
  idleMilliseconds: number
}

/** Fields that a server may refuse, and is then asked without. The first pattern that fits decides. */
const optionalFields = [
  ['logprobs', /logprobs/i],
  ['stream_options', /stream_options|include_usage/i],
] as const
type OptionalField = (typeof optionalFields)[number][0]

/**
 * Creates a function that continues a text by OpenAI's `/completions`. A request that was refused
 * because of a field is repeated without it, and the model is asked without it from then on.
 */
export function createOpenAiCompletions(options: OpenAiCompletionsOptions) {
  const { open, context, href, seedField = 'seed', idleMilliseconds } = options
  const refusedBy = new Map<string, ReadonlySet<OptionalField>>()

  async function send(
    client: OpenAI,
    sdk: Sdk,
    request: CompletionRequest,
    signal: AbortSignal,
  ): Promise<Response> {
    const { modelId: model } = request
    for (;;) {
      const refused = refusedBy.get(model) ?? new Set()
      try {
        const body = buildBody(request, refused, seedField)
        return await client.post(href, { body, signal }).asResponse()
      } catch (error) {
        const failure = toAppError(error, { ...context, model }, sdk)
        const field = refusedField(failure, refused)
        if (field === undefined) throw asCompletionError(failure, request)
        refusedBy.set(model, new Set([...refused, field]))
      }
    }
  }

  return async function* complete(
    request: CompletionRequest,
    signal: AbortSignal,
  ): AsyncGenerator<CompletionEvent> {
    const ofModel = { ...context, model: request.modelId }
    const { sdk, client } = await open()
    try {
      throwIfAborted(signal)
      const response = await send(client, sdk, request, signal)
      const toError = (error: unknown) => fromErrorObject(error, response.headers, ofModel)
      const reader = createCompletionReader({ readChunk: readOpenAiChunk, toError })
      const reading = { warnings: [], idleMilliseconds, signal }
      for await (const events of readAnswerStream(response, reader, reading)) yield* events
    } catch (error) {
      throwIfAborted(signal)
      throw toAppError(error, ofModel, sdk)
    }
  }
}

function buildBody(
  request: CompletionRequest,
  refused: ReadonlySet<OptionalField>,
  seedField: string,
): object {
  const { modelId, text, suffix, sampling } = request
  const { stop, temperature, topP, seed, maxTokens } = sampling
  return {
    model: modelId,
    prompt: text,
    stream: true,
    max_tokens: maxTokens,
    ...(!refused.has('stream_options') && { stream_options: { include_usage: true } }),
    ...(!refused.has('logprobs') && { logprobs: askedAlternatives }),
    ...(suffix !== null && { suffix }),
    ...(stop.length > 0 && { stop }),
    ...(temperature !== null && { temperature }),
    ...(topP !== null && { top_p: topP }),
    ...(seed !== null && { [seedField]: seed }),
  }
}

function refusedField(
  { details: { status, answer = '' } }: AppError,
  refused: ReadonlySet<OptionalField>,
): OptionalField | undefined {
  if (status !== 400 && status !== 422) return undefined
  return optionalFields.find(([field, names]) => !refused.has(field) && names.test(answer))?.[0]
}
