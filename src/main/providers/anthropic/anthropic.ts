import type { Anthropic } from '@anthropic-ai/sdk'
import { z } from 'zod'
import { AppError } from '../../../shared/errors.ts'
import type { Model } from '../../../shared/models.ts'
import { readAnswerStream } from '../answer/answerStream.ts'
import { askPatiently, withPatience } from '../transport/patience.ts'
import type { Provider } from '../provider.ts'
import type { ReplyEvent, ReplyRequest } from '../reply.ts'
import type { BatchOffer } from '../requestBatches.ts'
import { requestIdOf } from '../errors/providerErrors.ts'
import { defaultLimits } from '../service.ts'
import type { ServiceOptions } from '../service.ts'
import { serviceContext } from '../serviceContext.ts'
import { throwIfAborted } from '../errors/throwIfAborted.ts'
import { createAnswerReader } from './answerReader.ts'
import { createClient, loadSdk } from './client.ts'
import type { Sdk } from './client.ts'
import { fromErrorEvent, toFailure } from './failures.ts'
import { parseListed, parsePage, type ModelsPage } from './listModels.ts'
import { createModelDialects } from './modelDialects.ts'
import { createMessageBatches } from './messageBatches.ts'
import { createSender } from './sender.ts'
import { createAnthropicFiles } from './remoteFiles.ts'
import { createUploads } from './uploads.ts'
import { createPassingRecord } from '../uploadRecord.ts'
import { readJson } from '../transport/jsonAnswer.ts'
import { shortAnswer } from '../transport/answerLimits.ts'
import { takesFile } from './files.ts'
import { samplingRules } from './sampling.ts'
import { isThinking, thinkingOf } from './thinking.ts'

export interface AnthropicOptions extends ServiceOptions {
  /** The service's batches; missing if it has none. */
  batches?: BatchOffer | undefined
}

const maxPages = 50

const countSchema = z.object({ input_tokens: z.number().int().nonnegative() })

/**
 * Creates a client of the Messages API, for Anthropic's service or a compatible local or remote
 * one.
 */
export function createAnthropic(options: AnthropicOptions): Provider {
  const { id, baseUrl, key } = options
  const context = serviceContext(options)
  const { local } = context
  const patience = { ...options, alsoPassing: ['timeout'] } as const
  const dialects = createModelDialects()
  const uploads = createUploads(open, options.uploads ?? createPassingRecord())
  const sender = createSender({ open, dialects, uploads, context })
  let opened: Promise<{ sdk: Sdk; client: Anthropic }> | undefined

  function open(): Promise<{ sdk: Sdk; client: Anthropic }> {
    opened ??= loadSdk().then((sdk) => ({
      sdk,
      client: createClient(sdk, {
        baseUrl,
        key,
        headers: options.headers ?? {},
        query: options.query ?? {},
        fetch: options.fetch,
        timeoutMilliseconds: options.timeoutMilliseconds ?? defaultLimits.timeoutMilliseconds,
      }),
    }))
    return opened
  }

  async function* replyOnce(
    request: ReplyRequest,
    signal: AbortSignal,
  ): AsyncGenerator<ReplyEvent> {
    const ofModel = { ...context, model: request.modelId }
    try {
      throwIfAborted(signal)
      const { response, warnings } = await sender.send(request, signal)
      const { headers } = response
      const reader = createAnswerReader(requestIdOf(headers), (error) =>
        fromErrorEvent(error, headers, ofModel),
      )
      const idleMilliseconds = options.idleMilliseconds ?? defaultLimits.idleMilliseconds
      const batches = readAnswerStream(response, reader, { warnings, idleMilliseconds, signal })
      for await (const events of batches) yield* events
    } catch (error) {
      throwIfAborted(signal)
      throw toFailure(error, ofModel, await loadSdk())
    }
  }

  async function countTokens(request: ReplyRequest, signal: AbortSignal): Promise<number> {
    return ask(request.modelId, signal, async () => {
      const response = await sender.count(request, signal)
      const count = countSchema.safeParse(await readJson(response, { ...shortAnswer, signal }))
      if (count.success) return count.data.input_tokens
      throw new AppError('malformedAnswer', 'The count of tokens has an unknown shape')
    })
  }

  async function models(signal: AbortSignal): Promise<Model[]> {
    const found = new Map<string, Model>()
    let after: string | null = null
    for (let pages = 0; pages < maxPages; pages += 1) {
      const page = await readPage(after, signal)
      for (const listed of page.models) {
        dialects.note(listed)
        found.set(listed.model.modelId, listed.model)
      }
      if (page.next === null || page.next === after) break
      after = page.next
    }
    return [...found.values()]
  }

  async function findModel(modelId: string, signal: AbortSignal): Promise<Model> {
    const timeout = shortAnswer.idleMilliseconds
    const listed = await ask(modelId, signal, async () => {
      const { client } = await open()
      const path = `/v1/models/${encodeURIComponent(modelId)}`
      const response = await client.get(path, { signal, timeout }).asResponse()
      const json = await readJson(response, { ...shortAnswer, signal })
      return parseListed(json, modelId, id, local)
    })
    dialects.note(listed)
    return listed.model
  }

  function readPage(after: string | null, signal: AbortSignal): Promise<ModelsPage> {
    const query = { limit: 1000, ...(after !== null && { after_id: after }) }
    const timeout = shortAnswer.idleMilliseconds
    return ask(undefined, signal, async () => {
      const { client } = await open()
      const response = await client.get('/v1/models', { query, signal, timeout }).asResponse()
      return parsePage(await readJson(response, { ...shortAnswer, signal }), id, local)
    })
  }

  function ask<Value>(
    model: string | undefined,
    signal: AbortSignal,
    run: () => Promise<Value>,
  ): Promise<Value> {
    return askPatiently(() => askOnce(model, signal, run), signal, patience)
  }

  async function askOnce<Value>(
    model: string | undefined,
    signal: AbortSignal,
    run: () => Promise<Value>,
  ): Promise<Value> {
    try {
      throwIfAborted(signal)
      return await run()
    } catch (error) {
      throwIfAborted(signal)
      const of = model === undefined ? context : { ...context, model }
      throw toFailure(error, of, await loadSdk())
    }
  }

  const reply = withPatience(replyOnce, patience)
  return {
    models,
    findModel,
    reply,
    countTokens,
    files: createAnthropicFiles((signal, run) =>
      ask(undefined, signal, async () => run((await open()).client)),
    ),
    ...(options.batches && {
      batches: createMessageBatches({
        ...{ context, sender },
        ask: (signal, run) => ask(undefined, signal, async () => run((await open()).client)),
        askOnce: (signal, run) =>
          askOnce(undefined, signal, async () => run((await open()).client)),
      }),
    }),
    takesFile: (file, { modelId, model }) =>
      Promise.resolve(takesFile(file, model, dialects.of(modelId))),
    takenParameters: (request) => {
      const dialect = dialects.of(request.modelId)
      const thinking = thinkingOf(request, dialect, Number.POSITIVE_INFINITY)
      return Promise.resolve(samplingRules(request.modelId, dialect, isThinking(thinking)))
    },
  }
}
