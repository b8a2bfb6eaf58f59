import type OpenAI from 'openai'
import { AppError } from '../../../shared/errors.ts'
import { readAnswerStream } from '../answer/answerStream.ts'
import { createResponsesAnswer } from '../openAiResponses/responsesAnswer.ts'
import { askPatiently, preparePatiently, replyPatiently, sentOnce } from '../transport/patience.ts'
import type { PatienceOptions, Wait } from '../transport/patience.ts'
import type {
  RealtimeAnswer,
  RealtimeRequest,
  Embeddings,
  ImageAnswer,
  ImageRequest,
  Provider,
  Reranking,
  ServiceCall,
  SpeechRequest,
  TranscriptionRequest,
} from '../provider.ts'
import type { CompletionEvent, CompletionRequest, ReplyEvent, ReplyRequest } from '../reply.ts'
import { fromErrorObject, requestIdOf, toAppError } from '../errors/providerErrors.ts'
import { defaultLimits } from '../service.ts'
import type { ServiceOptions } from '../service.ts'
import { serviceContext } from '../serviceContext.ts'
import { throwIfAborted } from '../errors/throwIfAborted.ts'
import { exchangeDescriptions, requestToken, requestWithTools } from './realtimeSession.ts'
import { createOpenAiCompletions } from '../completions/completeByOpenAi.ts'
import { createChatAnswer } from './chatAnswer.ts'
import { createClient, loadSdk } from './client.ts'
import type { Sdk } from './client.ts'
import { plainDialect } from './dialect.ts'
import type { Dialect } from './dialect.ts'
import { embed } from './embed.ts'
import { createModels } from './createModels.ts'
import { createToolRefusals } from '../toolSchemas/toolRefusals.ts'
import { moderate, moderationInputs } from './moderation.ts'
import type { Moderation } from './moderation.ts'
import { callService } from './callService.ts'
import { createBatches } from './createBatches.ts'
import { createOpenAiFiles } from './remoteFiles.ts'
import { createOpenAiVectorStores } from './vectorStores.ts'
import type { BatchOffer, RequestBatches } from '../requestBatches.ts'
import { createPassingRecord } from '../uploadRecord.ts'
import { postImages } from './postImages.ts'
import { postJson } from './postJson.ts'
import { rerank } from './rerank.ts'
import { createSender } from './sender.ts'
import { speak } from './speak.ts'
import { transcribe } from './transcribe.ts'
import { readJson } from '../transport/jsonAnswer.ts'
import { parseAssistantId } from '../assistants/assistantId.ts'
import { createAssistants } from '../assistants/createAssistants.ts'
import { createPassingThreads } from '../assistants/threadRecord.ts'
import { shortAnswer, transcriptAnswer } from '../transport/answerLimits.ts'
import type { TakenParameters } from '../../../shared/assistantProfiles.ts'
import type { Attachment } from '../../../shared/chat/parts.ts'
import { maxStopWords } from '../../../shared/limits.ts'
import { acceptedAfter, takesFile as takesFileOf } from './prepareTurns.ts'

const maxTemperature = 2
/** OpenAI's limit, which most services share. */
const maxRemoteStopWords = 4

export interface OpenAiCompatibleOptions extends ServiceOptions {
  keyHeader?: 'authorization' | 'api-key'
  /** Matches ids that the service lists but does not offer for chat. */
  excludeModels?: RegExp | undefined
  /** The model ids of a service without a list. */
  fixedModels?: readonly string[] | undefined
  /** The path of the list, relative to the base URL; `models` if missing. */
  modelsPath?: string | undefined
  modelIdField?: 'id' | 'name' | undefined
  /** The path of reranking, relative to the base URL; `rerank` if missing. */
  rerankPath?: string | undefined
  /** The path for continuing texts, relative to the base URL; `completions` if missing. */
  completionsPath?: string | undefined
  /** The field for the seed of a continued text; `seed` if missing. */
  seedField?: 'random_seed' | undefined
  /** True to ask for the account's assistants, too. */
  listsAssistants?: boolean
  /** Ids in addition to the listed ones. */
  extraModels?: readonly string[] | undefined
  dialect?: Partial<Dialect>
  /** `auto` decides by the model and by the service's answers. */
  api?: 'auto' | 'chat' | 'responses'
  responsesModels?: RegExp | undefined
  /** The header of Responses that names the model for pictures. */
  pictureModelHeader?: string | undefined
  /** Checks each message before it is sent. */
  moderation?: Moderation | undefined
  /** The service's batches; missing if it has none. */
  batches?: BatchOffer | undefined
  /** False if the caller waits itself for a server that loads its model; true if missing. */
  waitsForLoading?: boolean
  /** Waits between two tries; in real time if missing. */
  wait?: Wait
}

/**
 * Creates a client of Chat Completions and Responses, for OpenAI's service or a compatible local or
 * remote one.
 */
export function createOpenAiCompatible(options: OpenAiCompatibleOptions): Provider {
  const { id, baseUrl } = options
  const context = serviceContext(options)
  const { local } = context
  const idleMilliseconds = options.idleMilliseconds ?? defaultLimits.idleMilliseconds
  /** Azure's models are the user's deployments, whatever their names. */
  const isDeployed = options.keyHeader === 'api-key'
  const sender = createSender({
    open,
    context,
    dialect: { ...plainDialect, ...options.dialect },
    api: options.api ?? 'auto',
    responsesModels: options.responsesModels,
    pictureModelHeader: options.pictureModelHeader,
  })
  const completeOnce = createOpenAiCompletions({
    open,
    context,
    href: addressOf(options.completionsPath ?? 'completions').href,
    seedField: options.seedField,
    idleMilliseconds,
  })
  const patience = { ...options, alsoPassing: ['timeout'] } as const
  const threads = options.threads ?? createPassingThreads()
  const assistants = createAssistants({
    ...{ providerId: id, open, context, threads, idleMilliseconds, patience },
  })
  const { models, findModel } = createModels({
    ...{ options, isDeployed, local, get, assistants },
    toFailure: async (error) => toAppError(error, context, await loadSdk()),
  })
  const attemptRealtimeTools = createToolRefusals()
  let opened: Promise<{ sdk: Sdk; client: OpenAI }> | undefined

  function open(): Promise<{ sdk: Sdk; client: OpenAI }> {
    opened ??= loadSdk().then((sdk) => ({ sdk, client: createClient(sdk, clientOptions(options)) }))
    return opened
  }

  async function* reply(request: ReplyRequest, signal: AbortSignal): AsyncGenerator<ReplyEvent> {
    const { moderation } = options
    if (moderation) yield* checkFirst(moderation, request, signal)
    if (parseAssistantId(request.modelId) !== undefined) {
      yield* assistants.reply(request, signal)
      return
    }
    const paid = request.pictures !== undefined
    const loadsModels = options.waitsForLoading ?? true
    const waiting = { ...patience, ...(request.once && sentOnce), paid, loadsModels }
    yield* replyPatiently(() => replyOnce(request, signal), signal, waiting)
  }

  function complete(
    request: CompletionRequest,
    signal: AbortSignal,
  ): AsyncGenerator<CompletionEvent> {
    const waiting = { ...patience, loadsModels: options.waitsForLoading ?? true }
    return replyPatiently(() => completeOnce(request, signal), signal, waiting)
  }

  /** Checks each input. A retry repeats only the input that failed. */
  async function* checkFirst(
    moderation: Moderation,
    request: ReplyRequest,
    signal: AbortSignal,
  ): AsyncGenerator<ReplyEvent> {
    const { modelId } = request
    const inputs = await askOnce(modelId, signal, () => moderationInputs(request, moderation))
    for (const input of inputs) {
      const check = () =>
        askOnce(modelId, signal, (client) => moderate(client, moderation, input, signal))
      yield* preparePatiently(check, signal, patience)
    }
  }

  function ask<Value>(
    model: string | undefined,
    signal: AbortSignal,
    run: (client: OpenAI) => Promise<Value>,
    more: Pick<PatienceOptions, 'loadsModels' | 'paid'> = {},
  ): Promise<Value> {
    return askPatiently(() => askOnce(model, signal, run), signal, { ...patience, ...more })
  }

  async function askOnce<Value>(
    model: string | undefined,
    signal: AbortSignal,
    run: (client: OpenAI) => Promise<Value>,
  ): Promise<Value> {
    try {
      throwIfAborted(signal)
      return await run((await open()).client)
    } catch (error) {
      throwIfAborted(signal)
      const of = model === undefined ? context : { ...context, model }
      throw toAppError(error, of, await loadSdk())
    }
  }

  async function* replyOnce(
    request: ReplyRequest,
    signal: AbortSignal,
  ): AsyncGenerator<ReplyEvent> {
    const ofModel = { ...context, model: request.modelId }
    try {
      throwIfAborted(signal)
      const { response, endpoint, warnings } = await sender.send(request, signal)
      const { headers } = response
      const hasRequestId = requestIdOf(headers) !== null
      const toError = (error: unknown) => fromErrorObject(error, headers, ofModel)
      const reader =
        endpoint === 'chat'
          ? createChatAnswer(hasRequestId, toError, mayLeaveTags(request))
          : createResponsesAnswer(hasRequestId, toError)
      const hasPictures = request.pictures !== undefined
      const reading = { warnings, idleMilliseconds, hasPictures, signal }
      const batches = readAnswerStream(response, reader, reading)
      for await (const events of batches) yield* events
    } catch (error) {
      throwIfAborted(signal)
      throw toAppError(error, ofModel, await loadSdk())
    }
  }

  function get(path: string, signal: AbortSignal, modelId: string | undefined): Promise<unknown> {
    const { href } = addressOf(path)
    const send = async (client: OpenAI): Promise<unknown> => {
      const response = await client
        .get(href, { signal, timeout: shortAnswer.idleMilliseconds })
        .asResponse()
      return readJson(response, { ...shortAnswer, signal })
    }
    return ask(modelId, signal, send, { loadsModels: true })
  }

  function embedTexts(
    modelId: string,
    texts: readonly string[],
    signal: AbortSignal,
  ): Promise<Embeddings> {
    const post = (body: object) =>
      ask(modelId, signal, (client) => postJson(client, '/embeddings', body, signal))
    return askOnce(modelId, signal, () => embed(modelId, texts, post))
  }

  function rerankTexts(
    modelId: string,
    query: string,
    texts: readonly string[],
    signal: AbortSignal,
  ): Promise<Reranking> {
    const { href } = addressOf(options.rerankPath ?? 'rerank')
    return ask(modelId, signal, (client) =>
      rerank({ modelId, query, texts }, (body) => postJson(client, href, body, signal)),
    )
  }

  function call(given: ServiceCall, signal: AbortSignal): Promise<unknown> {
    const send = (client: OpenAI) => callService(client, given, signal)
    return given.repeatable ? ask(undefined, signal, send) : askOnce(undefined, signal, send)
  }

  function addressOf(path: string): URL {
    return new URL(path, `${baseUrl.replace(/\/$/, '')}/`)
  }

  function speakText(
    request: SpeechRequest,
    signal: AbortSignal,
  ): Promise<Uint8Array<ArrayBuffer>> {
    return ask(request.modelId, signal, (client) => speak(client, request, signal), {
      paid: true,
    })
  }

  function transcribeSpeech(request: TranscriptionRequest, signal: AbortSignal): Promise<string> {
    const answerMilliseconds = options.timeoutMilliseconds ?? transcriptAnswer.idleMilliseconds
    const send = (client: OpenAI) => transcribe(client, request, { signal, answerMilliseconds })
    return ask(request.modelId, signal, send, { paid: true })
  }

  async function requestImages(request: ImageRequest, signal: AbortSignal): Promise<ImageAnswer> {
    const { modelId } = request
    // Not retried, because each request may be billed.
    const response = await askOnce(modelId, signal, (client) => postImages(client, request, signal))
    const failureOf = (error: unknown) =>
      fromErrorObject(error, response.headers, { ...context, model: modelId })
    return { response, failureOf }
  }

  async function connectRealtime(
    request: RealtimeRequest,
    signal: AbortSignal,
  ): Promise<RealtimeAnswer> {
    const { modelId } = request
    // Azure knows no model by its name, only deployments of the user's own.
    if (isDeployed && request.transcription === '') {
      throw new AppError('transcriptionMissing', 'No deployment for the transcript is named')
    }
    const { token, refusedTools } = await requestWithTools(
      attemptRealtimeTools({ modelId, turns: [], tools: request.tools }),
      (tools) =>
        ask(modelId, signal, (client) => requestToken(client, { ...request, tools }, signal)),
    )
    // Not retried, because a retry could start a second session.
    const answer = await askOnce(modelId, signal, (client) =>
      exchangeDescriptions(client, request, token, signal),
    )
    return { answer, refusedTools }
  }

  function openBatches(offer: BatchOffer): RequestBatches {
    return createBatches({
      ...{ offer, context, sender, call },
      uploads: options.uploads ?? createPassingRecord(),
      ask: (signal, run) => ask(undefined, signal, run),
      askOnce: (signal, run) => askOnce(undefined, signal, run),
    })
  }

  function takesFile(
    file: Attachment,
    { modelId, model }: Pick<ReplyRequest, 'modelId' | 'model'>,
  ): Promise<boolean> {
    // The Responses API takes no sound.
    const audio = sender.endpointOf({ modelId }) === 'chat'
    const accepted = acceptedAfter(sender.refusedOf(modelId), audio)
    return Promise.resolve(takesFileOf(file, model, accepted))
  }

  function takenParameters(
    request: Pick<ReplyRequest, 'modelId' | 'effort'>,
  ): Promise<TakenParameters> {
    const refused = sender.knownOf(sender.endpointOf(request), request)
    const isAssistant = parseAssistantId(request.modelId) !== undefined
    const takesStop = !isAssistant && !refused.has('stopWords')
    return Promise.resolve({
      maxTemperature: refused.has('temperature') ? null : maxTemperature,
      topP: !refused.has('topP'),
      maxTokens: true,
      maxStopWords: takesStop ? (local ? maxStopWords : maxRemoteStopWords) : 0,
    })
  }

  return {
    models,
    findModel,
    reply,
    complete,
    takesFile,
    takenParameters,
    embed: embedTexts,
    rerank: rerankTexts,
    call,
    files: createOpenAiFiles(call),
    vectorStores: createOpenAiVectorStores(call),
    removeThread: assistants.removeThread,
    ...(options.batches && { batches: openBatches(options.batches) }),
    speak: speakText,
    transcribe: transcribeSpeech,
    requestImages,
    connectRealtime,
  }
}

/**
 * Tells whether reasoning may be left in the text. Servers on this machine don't know the templates
 * of all their models.
 */
function mayLeaveTags({ model }: ReplyRequest): boolean {
  return model?.local === true || model?.capabilities?.reasoning !== false
}

function clientOptions(options: OpenAiCompatibleOptions) {
  return {
    baseUrl: options.baseUrl,
    key: options.key,
    keyHeader: options.keyHeader ?? 'authorization',
    headers: options.headers ?? {},
    query: options.query ?? {},
    fetch: options.fetch,
    timeoutMilliseconds: options.timeoutMilliseconds ?? defaultLimits.timeoutMilliseconds,
  } as const
}
