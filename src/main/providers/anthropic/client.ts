import type { Anthropic } from '@anthropic-ai/sdk'
import { forClient } from '../transport/clientFetch.ts'
import type { Fetch } from '../transport/transport.ts'

export interface ClientOptions {
  baseUrl: string
  key: string | null
  headers: Record<string, string>
  query: Record<string, string>
  fetch: Fetch
  timeoutMilliseconds: number
}

export type Sdk = typeof import('@anthropic-ai/sdk')

/** Loads the package at the first request: it takes longer to load than the rest of main. */
export function loadSdk(): Promise<Sdk> {
  return import('@anthropic-ai/sdk')
}

/** Creates the official client and blocks every setting that it would read from the environment. */
export function createClient(sdk: Sdk, options: ClientOptions): Anthropic {
  const { key } = options
  return withoutCustomHeaders(
    () =>
      new sdk.Anthropic({
        baseURL: rootOf(options.baseUrl),
        // Without a key the client would look for credentials in the user's files.
        apiKey: key ?? 'none',
        webhookKey: null,
        logLevel: 'off',
        openTelemetry: false,
        // patience.ts retries instead, because it can tell the user.
        maxRetries: 0,
        timeout: options.timeoutMilliseconds,
        fetch: forClient(options.fetch),
        defaultQuery: options.query,
        // Compatible servers know this header; not all of them know a bearer token.
        defaultHeaders: { authorization: null, 'x-api-key': key, ...options.headers },
      }),
  )
}

/**
 * Removes an endpoint path copied from a manual's examples, because the client appends
 * `/v1/messages`.
 */
function rootOf(baseUrl: string): string {
  return baseUrl.replace(/\/+$/, '').replace(/\/v1(?:\/messages)?$/, '')
}

/** Hides the only variable that no client option disables. The constructor reads it. */
function withoutCustomHeaders<T>(make: () => T): T {
  const given = process.env.ANTHROPIC_CUSTOM_HEADERS
  delete process.env.ANTHROPIC_CUSTOM_HEADERS
  try {
    return make()
  } finally {
    if (given !== undefined) process.env.ANTHROPIC_CUSTOM_HEADERS = given
  }
}
