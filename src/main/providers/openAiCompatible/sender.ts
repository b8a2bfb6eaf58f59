import type OpenAI from 'openai'
import type { AppError } from '../../../shared/errors.ts'
import type { Warning } from '../../../shared/parts.ts'
import { buildResponsesBody } from '../openAiResponses/requestBody.ts'
import type { ReplyRequest } from '../provider.ts'
import { toAppError } from '../providerErrors.ts'
import type { ErrorContext } from '../providerErrors.ts'
import type { Sdk } from './client.ts'
import { adaptDialect, optionsOf, refusedOption } from './dialect.ts'
import type { Dialect, RefusableOption, Refused } from './dialect.ts'
import { buildBody } from './requestBody.ts'

/** OpenAI's two ways to ask for a reply. */
export type Endpoint = 'chat' | 'responses'

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
  /** Models to ask through Responses at once, where `api` is `auto`. */
  responsesModels: RegExp | undefined
}

const nothing: Refused = new Set()

/** Each refusal takes something away, so that this is never reached. */
const attemptsMaximum = 10

/** Sends requests, and again without what the model refuses; what it learns is kept. */
export function createSender(options: SenderOptions) {
  const { open, context, api, responsesModels } = options
  let { dialect } = options
  let hasResponses = true
  const endpoints = new Map<string, Endpoint>()
  /** By model and effort, as some efforts may be refused and others not. */
  const refused = new Map<string, Refused>()
  /** Models that answer only where they may search the web. */
  const searching = new Set<string>()

  function endpointOf(modelId: string): Endpoint {
    if (api !== 'auto') return api
    if (!hasResponses) return 'chat'
    return endpoints.get(modelId) ?? (responsesModels?.test(modelId) ? 'responses' : 'chat')
  }

  async function send(request: ReplyRequest, signal: AbortSignal): Promise<Sent> {
    const { sdk, client } = await open()
    /** What this conversation is refused; another one may not be. */
    let ofThis: Refused = nothing
    for (let attempts = 1; ; attempts += 1) {
      const endpoint = endpointOf(request.modelId)
      const known = refused.get(refusalKey(request)) ?? nothing
      const dropped = ofThis.union(known)
      try {
        return await post(client, endpoint, request, dropped, signal)
      } catch (error) {
        const failure = toAppError(error, { ...context, model: request.modelId }, sdk)
        if (attempts >= attemptsMaximum) throw failure
        if (learnEndpoint(endpoint, request, failure)) continue
        if (endpoint === 'responses' && learnSearch(request, failure)) continue
        const option = refusedBy(endpoint, request, dropped, failure)
        if (!option && !learnDialect(endpoint, failure)) throw failure
        if (option === 'reasoningItems') ofThis = new Set([option])
        else if (option) refused.set(refusalKey(request), new Set([...known, option]))
      }
    }
  }

  async function post(
    client: OpenAI,
    endpoint: Endpoint,
    request: ReplyRequest,
    dropped: Refused,
    signal: AbortSignal,
  ): Promise<Sent> {
    if (endpoint === 'responses') {
      const webSearch = searching.has(request.modelId)
      const { body, warnings } = await buildResponsesBody(request, dropped, webSearch)
      const response = await client.responses.create(body, { signal }).asResponse()
      return { response, endpoint, warnings }
    }
    const { body, warnings } = await buildBody(request, dialect, dropped)
    const response = await client.chat.completions.create(body, { signal }).asResponse()
    return { response, endpoint, warnings }
  }

  /** Whether the other endpoint is to be asked from now on. */
  function learnEndpoint(
    endpoint: Endpoint,
    { modelId }: ReplyRequest,
    failure: AppError,
  ): boolean {
    const { status, answer = '' } = failure.details
    if (api !== 'auto') return false
    if (endpoint === 'chat') {
      // Where neither endpoint is found, it was not the endpoint that is missing.
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

  return { send }
}

function refusalKey({ modelId, effort }: ReplyRequest): string {
  return `${effort ?? 'auto'} ${modelId}`
}

function refusedBy(
  endpoint: Endpoint,
  request: ReplyRequest,
  dropped: Refused,
  { details: { status, answer = '' } }: AppError,
): RefusableOption | undefined {
  const sent = optionsOf(request, dropped)
  if (endpoint === 'responses') {
    if (!dropped.has('reasoningSummary')) sent.add('reasoningSummary')
    if (!dropped.has('encryptedReasoning')) sent.add('encryptedReasoning')
  } else sent.delete('reasoningItems')
  return refusedOption(sent, status, answer)
}

/** A server without `/responses`, rather than one without this model or an item of the turns. */
function lacksEndpoint({ code, details: { status, answer = '' } }: AppError): boolean {
  if (status === 405 || status === 501) return true
  return status === 404 && code !== 'modelNotFound' && !/\bitem\b|\bfile\b/i.test(answer)
}

/** How services say that a model is served by the other endpoint alone. */
function wantsResponses(answer: string): boolean {
  return (
    /(?:only|use|try|in|via).{0,40}(?:v1\/responses|responses (?:api|endpoint))/i.test(answer) ||
    /not a chat model|not supported in the v1\/chat\/completions/i.test(answer)
  )
}

/** As models for research say it, which do nothing without a source. */
function wantsSearch(answer: string): boolean {
  return /requires? at least one of.*web_search/is.test(answer)
}

function wantsChat(answer: string): boolean {
  return (
    /not supported (?:with|in|by|for) the responses/i.test(answer) ||
    /(?:only|use|try|via).{0,40}chat[ /]completions/i.test(answer)
  )
}
