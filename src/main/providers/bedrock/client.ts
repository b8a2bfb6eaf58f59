import { Readable } from 'node:stream'
import type { BedrockClient } from '@aws-sdk/client-bedrock'
import type {
  BedrockRuntimeClient,
  BedrockRuntimeClientConfig,
} from '@aws-sdk/client-bedrock-runtime'
import { isObject, parseJson } from '../../../shared/json.ts'
import type { Aws } from '../../../shared/providers.ts'
import type { Fetch } from '../transport/transport.ts'
import { credentialsOf } from './credentialsOf.ts'
import type { AwsFiles } from './credentialsOf.ts'
import type { Endpoints } from './endpoint.ts'
import type { Answer } from './requestHandler.ts'
import { createRetryStrategy } from './retries.ts'
import { createRetryQuota, type RetryQuota } from './retryQuota.ts'

export interface ClientOptions {
  aws: Aws
  key: string | null
  files?: AwsFiles | undefined
  endpoints: Endpoints
  headers: Record<string, string>
  query: Record<string, string>
  fetch: Fetch
  lastKey: boolean
  quota: RetryQuota
  maxRetries: number
  timeoutMilliseconds: number
}

/** Sends requests through the package's clients and returns unread responses. */
export interface Client {
  runtime: (
    send: Send<BedrockRuntimeClient>,
    signal: AbortSignal,
    request?: { once?: boolean },
  ) => Promise<Response>
  control: (send: Send<BedrockClient>, signal: AbortSignal) => Promise<Response>
  /** Returns the response behind an error that the client threw. */
  answerTo: (response: unknown) => Answer | undefined
}

/** `once` reaches the request handler with the package's own options. */
type Send<C> = (client: C, options: { abortSignal: AbortSignal; once?: boolean }) => Promise<object>

/** Loads the packages at the first request: they take longer to load than the rest of main. */
export async function openClient(options: ClientOptions): Promise<Client> {
  const [
    { BedrockRuntimeClient: Runtime },
    { HttpRequest, HttpResponse },
    { createRequestHandler },
    { fillRequest },
  ] = await Promise.all([
    import('@aws-sdk/client-bedrock-runtime'),
    import('@smithy/core/protocols'),
    import('./requestHandler.ts'),
    import('./fillRequest.ts'),
  ])
  const handler = createRequestHandler(options)
  const settings = {
    ...(await settingsOf(options, options.maxRetries + 1)),
    ...(await credentialsOf(options)),
    requestHandler: handler,
  }
  const answers = new WeakMap<object, Response>()
  const isSigned = options.aws.credentials !== 'bearer'

  const runtime = new Runtime({
    ...settings,
    // The caller retries, because it can tell the user, and takes from the quota itself.
    ...(await retriesOf({ ...options, quota: createRetryQuota() }, 1)),
    endpoint: options.endpoints.runtime,
  })
  prepare(runtime.middlewareStack)
  const control = async () => {
    const { BedrockClient: Control } = await import('@aws-sdk/client-bedrock')
    const made = new Control({ ...settings, endpoint: options.endpoints.control })
    prepare(made.middlewareStack)
    return made
  }
  let opened: Promise<BedrockClient> | undefined

  function prepare(stack: Pick<BedrockRuntimeClient['middlewareStack'], 'add'>): void {
    // Adds the headers before signing, because the signature covers everything sent.
    stack.add(
      (next) => (given) => {
        const { request } = given
        if (HttpRequest.isInstance(request)) {
          Object.assign(request.headers, options.headers)
          Object.assign(request.query, options.query)
        }
        return next(given)
      },
      { step: 'build', name: 'parleyFields' },
    )
    // Before the length is written and the request signed.
    stack.add(
      (next) => async (given) => {
        const { request } = given
        if (HttpRequest.isInstance(request)) await fillRequest(request, isSigned)
        return next(given)
      },
      { step: 'build', priority: 'high', name: 'parleyBody' },
    )
    // Gives the client only error bodies. Parley reads the others itself, within its limits.
    stack.add(
      (next) => async (given) => {
        const result = await next(given)
        const answer = handler.answerTo(result.response)
        if (answer?.ok === false && HttpResponse.isInstance(result.response)) {
          result.response.body = jsonOf(answer.body)
        }
        if (!answer?.ok) return result
        const { status: statusCode } = answer.response
        const headers = Object.fromEntries(answer.response.headers)
        const response = new HttpResponse({ statusCode, headers, body: Readable.from([]) })
        answers.set(response, answer.response)
        return { ...result, response }
      },
      { step: 'deserialize', priority: 'low', name: 'parleyTakeBody' },
    )
    stack.add(
      (next) => async (given) => {
        const result = await next(given)
        const answer = isObject(result.response) && answers.get(result.response)
        if (answer && result.output) answers.set(result.output, answer)
        return result
      },
      { step: 'deserialize', priority: 'high', name: 'parleyGiveBody' },
    )
  }

  function answerOf(output: object): Response {
    const answer = answers.get(output)
    if (answer) return answer
    throw new TypeError('The client has lost the answer')
  }

  return {
    runtime: async (send, signal, { once = false } = {}) =>
      answerOf(await send(runtime, { abortSignal: signal, once })),
    control: async (send, signal) =>
      answerOf(await send(await (opened ??= control()), { abortSignal: signal })),
    answerTo: handler.answerTo,
  }
}

/**
 * Returns an error body that the client can parse. It treats a body that is not a JSON object as
 * its own failure, and then never retries. A proxy's page is such a body.
 */
function jsonOf(body: string): Uint8Array {
  return new TextEncoder().encode(isObject(parseJson(body)) ? body : '{}')
}

/**
 * Sets every option that the client would otherwise read from the environment or the user's files.
 */
async function settingsOf(
  options: ClientOptions,
  maxAttempts: number,
): Promise<BedrockRuntimeClientConfig> {
  return {
    region: options.aws.region,
    defaultsMode: 'standard',
    ...(await retriesOf(options, maxAttempts)),
    disableClockSkewCorrection: false,
    useDualstackEndpoint: false,
    useFipsEndpoint: false,
    userAgentAppId: () => Promise.resolve(undefined),
    // The package would send the operating system, its version and Node's version.
    defaultUserAgentProvider: () => Promise.resolve([['aws-sdk-js']]),
  }
}

async function retriesOf({ lastKey, quota }: ClientOptions, maxAttempts: number) {
  const retryStrategy = await createRetryStrategy({ maxAttempts, lastKey, quota })
  return { retryMode: 'standard', maxAttempts, retryStrategy }
}
