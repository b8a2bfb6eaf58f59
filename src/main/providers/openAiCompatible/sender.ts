import type OpenAI from 'openai'
import type { AppError } from '../../../shared/errors.ts'
import type { Warning } from '../../../shared/chat/parts.ts'
import { withTextsAside } from '../transport/largeBody.ts'
import { connectionHeaders } from '../transport/transport.ts'
import { buildResponsesBody } from '../openAiResponses/requestBody.ts'
import type { ReplyRequest } from '../reply.ts'
import { toAppError } from '../errors/providerErrors.ts'
import type { ErrorContext } from '../errors/providerErrors.ts'
import { mayRepeat } from '../errors/wasRefused.ts'
import { maxAttempts } from '../service.ts'
import { createToolRefusals } from '../toolSchemas/toolRefusals.ts'
import type { Sdk } from './client.ts'
import { adaptDialect, isOfModel, optionsOf, refusedOption } from './dialect.ts'
import type { Dialect, Endpoint, RefusableOption, Refused } from './dialect.ts'
import { buildBody } from './requestBody.ts'
import { unsupportedParameters } from './parameters.ts'

export interface Sent {
  response: Response
  endpoint: Endpoint
  warnings: Warning[]
}

export interface SenderOptions {
  open: () => Promise<{ sdk: Sdk; client: OpenAI }>
  context: ErrorContext
  dialect: Dialect
  api: 'auto' | Endpoint
  /** Matches models for the Responses API, if `api` is `auto`. */
  responsesModels: RegExp | undefined
  /** The header that names the model for pictures; a field of the tool does if missing. */
  pictureModelHeader?: string | undefined
}

const nothing: Refused = new Set()

export type Sender = ReturnType<typeof createSender>

/**
 * Creates a sender that repeats a refused request without the refused option, and remembers the
 * refusal.
 */
export function createSender(options: SenderOptions) {
  const { open, context, api, responsesModels } = options
  let { dialect } = options
  let hasResponses = true
  const endpoints = new Map<string, Endpoint>()
  const attemptTools = createToolRefusals()
  /** By model, or by model and effort, because a model may refuse only some efforts. */
  const refused = new Map<string, Refused>()
  /** Models that answer only with web search enabled. */
  const searching = new Set<string>()

  function endpointOf({ modelId, pictures }: Pick<ReplyRequest, 'modelId' | 'pictures'>): Endpoint {
    if (api !== 'auto') return api
    if (!hasResponses) return 'chat'
    // Only Responses has the service's own tools.
    if (pictures && !endpoints.has(modelId)) return 'responses'
    return endpoints.get(modelId) ?? (responsesModels?.test(modelId) ? 'responses' : 'chat')
  }

  async function send(given: ReplyRequest, signal: AbortSignal): Promise<Sent> {
    const { sdk, client } = await open()
    const tools = attemptTools(given)
    /** Refusals that concern only this conversation. */
    let ofThis: Refused = nothing
    for (let attempts = 1; ; attempts += 1) {
      const request = tools.request()
      const endpoint = endpointOf(request)
      const dropped = ofThis.union(knownOf(endpoint, request))
      try {
        const sent = await post(client, endpoint, request, dropped, signal)
        return { ...sent, warnings: [...sent.warnings, ...tools.accept()] }
      } catch (error) {
        const failure = toAppError(error, { ...context, model: request.modelId }, sdk)
        if (attempts >= maxAttempts || !mayRepeat(given, failure)) throw failure
        if (learnEndpoint(endpoint, request, failure)) continue
        if (endpoint === 'responses' && learnSearch(request, failure)) continue
        if (!dropped.has('tools') && tools.refuse(failure)) continue
        const option = refusedBy(endpoint, request, dropped, failure, dialect)
        if (!option && !learnDialect(endpoint, failure)) throw failure
        if (option === 'reasoningItems') ofThis = new Set([option])
        else if (option) learn(request, option)
      }
    }
  }

  /** Returns what a model is known to refuse with the effort of a request. */
  function knownOf(endpoint: Endpoint, request: Pick<ReplyRequest, 'modelId' | 'effort'>): Refused {
    const ofModel = refused.get(request.modelId) ?? nothing
    return ofModel
      .union(refused.get(refusalKey(request)) ?? nothing)
      .union(unsupportedParameters(endpoint, request))
  }

  function learn(request: ReplyRequest, option: RefusableOption): void {
    const key = isOfModel(option) ? request.modelId : refusalKey(request)
    refused.set(key, new Set([...(refused.get(key) ?? nothing), option]))
  }

  async function post(
    client: OpenAI,
    endpoint: Endpoint,
    request: ReplyRequest,
    dropped: Refused,
    signal: AbortSignal,
  ): Promise<Sent> {
    if (endpoint === 'responses') {
      const { body, warnings } = await buildForResponses(request, dropped)
      const headers = { ...pictureHeaders(request), ...connectionHeaders(request) }
      const response = await withTextsAside(body, (light) =>
        client.responses.create(light, { signal, headers }).asResponse(),
      )
      return { response, endpoint, warnings }
    }
    const { body, warnings } = await buildBody(request, dialect, dropped)
    const headers = connectionHeaders(request)
    const response = await withTextsAside(body, (light) =>
      client.chat.completions.create(light, { signal, headers }).asResponse(),
    )
    return { response, endpoint, warnings }
  }

  function buildForResponses(request: ReplyRequest, dropped: Refused) {
    return buildResponsesBody(request, dropped, {
      webSearch: searching.has(request.modelId),
      namesPictureModel: options.pictureModelHeader === undefined,
    })
  }

  /** Builds the body of a request that a batch carries: as any other, but not streamed. */
  async function buildWhole(
    endpoint: Endpoint,
    request: ReplyRequest,
  ): Promise<Record<string, unknown>> {
    const dropped = knownOf(endpoint, request)
    const { body } =
      endpoint === 'responses'
        ? await buildForResponses(request, dropped)
        : await buildBody(request, dialect, dropped)
    return Object.fromEntries(Object.entries(body).filter(([name]) => !ofStreams.has(name)))
  }

  function pictureHeaders({ pictures }: ReplyRequest): Record<string, string> {
    const { pictureModelHeader: name } = options
    return name === undefined || !pictures?.model ? {} : { [name]: pictures.model }
  }

  /** Returns true if the request should be repeated on the other endpoint. */
  function learnEndpoint(
    endpoint: Endpoint,
    { modelId }: ReplyRequest,
    failure: AppError,
  ): boolean {
    const { status, answer = '' } = failure.details
    if (api !== 'auto') return false
    if (endpoint === 'chat') {
      // A 404 from both endpoints means that something else is missing.
      if (!hasResponses && status === 404) hasResponses = true
      else if (!endpoints.has(modelId) && wantsResponses(answer)) {
        endpoints.set(modelId, 'responses')
        return true
      }
      return false
    }
    if (lacksEndpoint(failure)) {
      hasResponses = false
      return true
    }
    if (endpoints.has(modelId) || !wantsChat(answer)) return false
    endpoints.set(modelId, 'chat')
    return true
  }

  function learnSearch({ modelId }: ReplyRequest, { details }: AppError): boolean {
    if (searching.has(modelId) || !wantsSearch(details.answer ?? '')) return false
    searching.add(modelId)
    return true
  }

  function learnDialect(endpoint: Endpoint, { details }: AppError): boolean {
    if (endpoint === 'responses') return false
    const adapted = adaptDialect(dialect, details.status, details.answer ?? '')
    dialect = adapted ?? dialect
    return adapted !== undefined
  }

  /** Returns what a model has refused, whatever the effort. */
  function refusedOf(modelId: string): Refused {
    return refused.get(modelId) ?? nothing
  }

  return { send, endpointOf, knownOf, refusedOf, buildWhole }
}

/** Fields that only a streamed request has. */
const ofStreams: ReadonlySet<string> = new Set(['stream', 'stream_options'])

function refusalKey({ modelId, effort }: Pick<ReplyRequest, 'modelId' | 'effort'>): string {
  return `${effort ?? 'auto'} ${modelId}`
}

function refusedBy(
  endpoint: Endpoint,
  request: ReplyRequest,
  dropped: Refused,
  { details: { status, answer = '' } }: AppError,
  { streamUsage }: Dialect,
): RefusableOption | undefined {
  const sent = optionsOf(request, dropped)
  if (endpoint === 'responses') {
    if (!dropped.has('reasoningSummary')) sent.add('reasoningSummary')
    if (!dropped.has('encryptedReasoning')) sent.add('encryptedReasoning')
    // These are rules of chat completions.
    sent.delete('userAfterResults')
    sent.delete('anyCallIds')
  } else {
    sent.delete('reasoningItems')
    sent.delete('pictures')
    if (streamUsage && !dropped.has('streamUsage')) sent.add('streamUsage')
  }
  return refusedOption(sent, status, answer)
}

/**
 * Returns true if the server lacks `/responses`, as opposed to the model or an item of the turns.
 */
function lacksEndpoint({ code, details: { status, answer = '' } }: AppError): boolean {
  if (status === 405 || status === 501) return true
  return status === 404 && code !== 'modelNotFound' && !/\bitem\b|\bfile\b/i.test(answer)
}

/** Returns true if the service offers the model only through the Responses endpoint. */
function wantsResponses(answer: string): boolean {
  return (
    /(?:only|use|try|in|via).{0,40}(?:v1\/responses|responses (?:api|endpoint))/i.test(answer) ||
    /not a chat model|not supported in the v1\/chat\/completions/i.test(answer)
  )
}

/** Returns true for the refusal of a research model, which requires a source. */
function wantsSearch(answer: string): boolean {
  return /requires? at least one of.*web_search/is.test(answer)
}

function wantsChat(answer: string): boolean {
  return (
    /not supported (?:with|in|by|for) the responses/i.test(answer) ||
    /(?:only|use|try|via).{0,40}chat[ /]completions/i.test(answer)
  )
}
