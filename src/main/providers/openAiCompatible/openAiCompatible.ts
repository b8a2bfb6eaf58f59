import type OpenAI from 'openai'
import { AppError } from '../../../shared/errors.ts'
import type { Model } from '../../../shared/models.ts'
import { readAnswerStream } from '../answerStream.ts'
import { assertKeyMayTravel, isLocalAddress } from '../baseUrl.ts'
import { readBytes, readText } from '../byteStream.ts'
import { createResponsesAnswer } from '../openAiResponses/responsesAnswer.ts'
import { replyPatiently } from '../patience.ts'
import type {
  CallRequest,
  Embeddings,
  Provider,
  ReplyEvent,
  ReplyRequest,
  SpeechRequest,
  TranscriptionRequest,
} from '../provider.ts'
import { fromErrorObject, requestIdOf, toAppError } from '../providerErrors.ts'
import type { ErrorContext } from '../providerErrors.ts'
import type { ServiceOptions } from '../service.ts'
import { throwIfAborted } from '../throwIfAborted.ts'
import { call, isCallModel } from './call.ts'
import { createChatAnswer } from './chatAnswer.ts'
import { createClient, loadSdk } from './client.ts'
import type { Sdk } from './client.ts'
import { plainDialect } from './dialect.ts'
import type { Dialect } from './dialect.ts'
import { embed } from './embed.ts'
import { listedIds, parseModels } from './listModels.ts'
import { moderate } from './moderation.ts'
import type { Moderation } from './moderation.ts'
import { createSender } from './sender.ts'
import { speak } from './speak.ts'
import { isTranscriptionModel, transcribe } from './transcribe.ts'

export interface OpenAiCompatibleOptions extends ServiceOptions {
  keyHeader?: 'authorization' | 'api-key'
  /** Ids of models that the service lists and does not serve through chat. */
  excludeModels?: RegExp | undefined
  /** For a service that has no list of its models. */
  fixedModels?: readonly string[] | undefined
  /** Where the list is, seen from the base address, if not at `models`. */
  modelsPath?: string | undefined
  modelIdField?: 'id' | 'name' | undefined
  /** Ids beside those that the service lists. */
  extraModels?: readonly string[] | undefined
  dialect?: Partial<Dialect>
  /** `auto` goes by the model, and by what the service answers. */
  api?: 'auto' | 'chat' | 'responses'
  responsesModels?: RegExp | undefined
  /** Has each message checked before it is sent. */
  moderation?: Moderation | undefined
}

const listTimeoutMilliseconds = 30_000
/** A model on this machine may need longer for a piece than the piece is long. */
const transcriptionMilliseconds = 300_000
const listBytesMaximum = 20 * 1024 * 1024

/** A service, hosted or on this machine, that speaks one of OpenAI's two ways. */
export function createOpenAiCompatible(options: OpenAiCompatibleOptions): Provider {
  const { id, baseUrl, key } = options
  if (!URL.canParse(baseUrl)) {
    throw new AppError('addressInvalid', 'Not an address', { subject: baseUrl.slice(0, 200) })
  }
  if (key !== null) assertKeyMayTravel(baseUrl)
  const local = isLocalAddress(baseUrl)
  const context: ErrorContext = {
    provider: options.name,
    address: baseUrl,
    local,
    redact: options.redact,
  }
  const sender = createSender({
    open,
    context,
    dialect: { ...plainDialect, ...options.dialect },
    api: options.api ?? 'auto',
    responsesModels: options.responsesModels,
  })
  let opened: Promise<{ sdk: Sdk; client: OpenAI }> | undefined

  function open(): Promise<{ sdk: Sdk; client: OpenAI }> {
    opened ??= loadSdk().then((sdk) => ({ sdk, client: createClient(sdk, clientOptions(options)) }))
    return opened
  }

  function reply(request: ReplyRequest, signal: AbortSignal): AsyncGenerator<ReplyEvent> {
    const { maxRetries = 2, lastKey = true } = options
    const patience = { maxRetries, lastKey, alsoPassing: ['timeout'] as const }
    return replyPatiently(() => replyOnce(request, signal), signal, patience)
  }

  async function* replyOnce(
    request: ReplyRequest,
    signal: AbortSignal,
  ): AsyncGenerator<ReplyEvent> {
    const ofModel = { ...context, model: request.modelId }
    try {
      throwIfAborted(signal)
      if (options.moderation) {
        const { client } = await open()
        await moderate(client, options.moderation, request, signal)
      }
      const { response, endpoint, warnings } = await sender.send(request, signal)
      const { headers } = response
      const create = endpoint === 'chat' ? createChatAnswer : createResponsesAnswer
      const reader = create(requestIdOf(headers) !== null, (error) =>
        fromErrorObject(error, headers, ofModel),
      )
      const idleMilliseconds = options.idleMilliseconds ?? 300_000
      const batches = readAnswerStream(response, reader, { warnings, idleMilliseconds, signal })
      for await (const events of batches) yield* events
    } catch (error) {
      throwIfAborted(signal)
      throw toAppError(error, ofModel, await loadSdk())
    }
  }

  async function models(signal: AbortSignal): Promise<Model[]> {
    const bare = (modelId: string): Model => ({ providerId: id, modelId, name: modelId, local })
    const extra = (options.extraModels ?? []).map(bare)
    if (options.fixedModels) return [...extra, ...options.fixedModels.map(bare)]
    try {
      const listed = await listModels(signal)
      const known = new Set(listed.map(({ modelId }) => modelId))
      return [...extra.filter(({ modelId }) => !known.has(modelId)), ...listed]
    } catch (error) {
      throwIfAborted(signal)
      const failure = toAppError(error, context, await loadSdk())
      const hasNoList = failure.details.status === 404 || failure.details.status === 405
      if (hasNoList && extra.length > 0) return extra
      throw failure
    }
  }

  async function listModels(signal: AbortSignal): Promise<Model[]> {
    return parseModels(await fetchList(signal), {
      providerId: id,
      local,
      idField: options.modelIdField,
      exclude: options.excludeModels,
    })
  }

  async function fetchList(signal: AbortSignal): Promise<unknown> {
    throwIfAborted(signal)
    const { client } = await open()
    const address = new URL(options.modelsPath ?? 'models', `${baseUrl.replace(/\/$/, '')}/`)
    const response = await client
      .get(address.href, { signal, timeout: listTimeoutMilliseconds })
      .asResponse()
    const bytes = readBytes(response.body, {
      idleMilliseconds: () => listTimeoutMilliseconds,
      signal,
    })
    return parseList(await readText(bytes, listBytesMaximum))
  }

  async function embedTexts(
    modelId: string,
    texts: readonly string[],
    signal: AbortSignal,
  ): Promise<Embeddings> {
    try {
      throwIfAborted(signal)
      const { client } = await open()
      return await embed(client, modelId, texts, signal)
    } catch (error) {
      throwIfAborted(signal)
      throw toAppError(error, { ...context, model: modelId }, await loadSdk())
    }
  }

  async function speakText(
    request: SpeechRequest,
    signal: AbortSignal,
  ): Promise<Uint8Array<ArrayBuffer>> {
    try {
      throwIfAborted(signal)
      const { client } = await open()
      return await speak(client, request, signal)
    } catch (error) {
      throwIfAborted(signal)
      throw toAppError(error, { ...context, model: request.modelId }, await loadSdk())
    }
  }

  async function transcribeSpeech(
    request: TranscriptionRequest,
    signal: AbortSignal,
  ): Promise<string> {
    try {
      throwIfAborted(signal)
      const { client } = await open()
      const answerMilliseconds = options.timeoutMilliseconds ?? transcriptionMilliseconds
      return await transcribe(client, request, { signal, answerMilliseconds })
    } catch (error) {
      throwIfAborted(signal)
      throw toAppError(error, { ...context, model: request.modelId }, await loadSdk())
    }
  }

  async function transcriptionModels(signal: AbortSignal): Promise<string[]> {
    try {
      const listed = listedIds(await fetchList(signal), options.modelIdField)
      return [...(options.extraModels ?? []), ...listed].filter(isTranscriptionModel)
    } catch (error) {
      throwIfAborted(signal)
      throw toAppError(error, context, await loadSdk())
    }
  }

  async function callModel(request: CallRequest, signal: AbortSignal): Promise<string> {
    try {
      throwIfAborted(signal)
      const { client } = await open()
      return await call(client, request, signal)
    } catch (error) {
      throwIfAborted(signal)
      throw toAppError(error, { ...context, model: request.modelId }, await loadSdk())
    }
  }

  async function callModels(signal: AbortSignal): Promise<string[]> {
    try {
      const listed = listedIds(await fetchList(signal), options.modelIdField)
      return [...(options.extraModels ?? []), ...listed].filter(isCallModel)
    } catch (error) {
      throwIfAborted(signal)
      throw toAppError(error, context, await loadSdk())
    }
  }

  return {
    models,
    reply,
    embed: embedTexts,
    speak: speakText,
    transcribe: transcribeSpeech,
    transcriptionModels,
    call: callModel,
    callModels,
  }
}

function clientOptions(options: OpenAiCompatibleOptions) {
  return {
    baseUrl: options.baseUrl,
    key: options.key,
    keyHeader: options.keyHeader ?? 'authorization',
    headers: options.headers ?? {},
    query: options.query ?? {},
    fetch: options.fetch,
    lastKey: options.lastKey ?? true,
    maxRetries: options.maxRetries ?? 2,
    timeoutMilliseconds: options.timeoutMilliseconds ?? 600_000,
  } as const
}

function parseList(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const isPage = text.trimStart().startsWith('<')
    const code = isPage ? 'notAnApi' : 'malformedAnswer'
    throw new AppError(code, 'The list of models is not valid JSON', {}, error)
  }
}
