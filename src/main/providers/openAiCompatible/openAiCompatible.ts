import type OpenAI from 'openai'
import { AppError } from '../../../shared/errors.ts'
import type { Model } from '../../../shared/providers.ts'
import { assertKeyMayTravel, isLocalAddress } from '../baseUrl.ts'
import { readBytes, readText } from '../byteStream.ts'
import type { Provider, ReplyEvent, ReplyRequest } from '../provider.ts'
import type { Fetch } from '../transport.ts'
import { createClient, loadSdk } from './client.ts'
import type { Sdk } from './client.ts'
import { toAppError } from './errors.ts'
import type { ErrorContext } from './errors.ts'
import { parseModels } from './listModels.ts'
import { readReply } from './readReply.ts'
import { adaptDialect, buildBody } from './requestBody.ts'
import type { Dialect } from './requestBody.ts'

export interface OpenAiCompatibleOptions {
  id: string
  name: string
  baseUrl: string
  key: string | null
  keyHeader?: 'authorization' | 'api-key'
  headers?: Record<string, string>
  query?: Record<string, string>
  /** Ids of models that the service lists and does not serve through chat. */
  excludeModels?: RegExp | undefined
  /** For a service that has no list of its models. */
  fixedModels?: readonly string[] | undefined
  dialect?: Partial<Dialect>
  fetch: Fetch
  redact: (text: string) => string
  maxRetries?: number
  /** Until the headers of the answer. */
  timeoutMilliseconds?: number
  /** The longest silence in the middle of an answer. */
  idleMilliseconds?: number
}

const listTimeoutMilliseconds = 30_000
const listBytesMaximum = 20 * 1024 * 1024

/** A service, hosted or on this machine, that speaks OpenAI's Chat Completions. */
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
  let dialect: Dialect = {
    streamUsage: true,
    outputLimitField: 'max_tokens',
    ...options.dialect,
  }
  let opened: Promise<{ sdk: Sdk; client: OpenAI }> | undefined

  async function open(): Promise<{ sdk: Sdk; client: OpenAI }> {
    const sdk = await loadSdk()
    const client = createClient(sdk, {
      baseUrl,
      key,
      keyHeader: options.keyHeader ?? 'authorization',
      headers: options.headers ?? {},
      query: options.query ?? {},
      fetch: options.fetch,
      maxRetries: options.maxRetries ?? 2,
      timeoutMilliseconds: options.timeoutMilliseconds ?? 600_000,
    })
    return { sdk, client }
  }

  async function send(request: ReplyRequest, signal: AbortSignal): Promise<Response> {
    const { sdk, client } = await (opened ??= open())
    for (;;) {
      try {
        const body = buildBody(request, dialect)
        return await client.chat.completions.create(body, { signal }).asResponse()
      } catch (error) {
        const failure = toAppError(error, { ...context, model: request.modelId }, sdk)
        const { status, answer = '' } = failure.details
        const adapted = adaptDialect(dialect, status, answer)
        if (!adapted) throw failure
        dialect = adapted
      }
    }
  }

  async function* reply(request: ReplyRequest, signal: AbortSignal): AsyncGenerator<ReplyEvent> {
    const ofModel = { ...context, model: request.modelId }
    try {
      throwIfAborted(signal)
      const response = await send(request, signal)
      const idleMilliseconds = options.idleMilliseconds ?? 300_000
      yield* readReply(response, { context: ofModel, idleMilliseconds, signal })
    } catch (error) {
      throwIfAborted(signal)
      throw toAppError(error, ofModel, await loadSdk())
    }
  }

  async function models(signal: AbortSignal): Promise<Model[]> {
    const { fixedModels } = options
    if (fixedModels) {
      return fixedModels.map((modelId) => ({ providerId: id, modelId, name: modelId, local }))
    }
    try {
      throwIfAborted(signal)
      const { client } = await (opened ??= open())
      const response = await client
        .get('/models', { signal, timeout: listTimeoutMilliseconds })
        .asResponse()
      const bytes = readBytes(response.body, {
        idleMilliseconds: () => listTimeoutMilliseconds,
        signal,
      })
      const json = parseList(await readText(bytes, listBytesMaximum))
      return parseModels(json, { providerId: id, local, exclude: options.excludeModels })
    } catch (error) {
      throwIfAborted(signal)
      throw toAppError(error, context, await loadSdk())
    }
  }

  return { models, reply }
}

function throwIfAborted(signal: AbortSignal): void {
  if (signal.aborted) throw new AppError('aborted', 'The request was stopped')
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
