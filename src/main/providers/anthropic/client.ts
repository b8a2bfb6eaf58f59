import type { Anthropic } from '@anthropic-ai/sdk'
import { forClient } from '../clientFetch.ts'
import type { Fetch } from '../transport.ts'

export interface ClientOptions {
  baseUrl: string
  key: string | null
  headers: Record<string, string>
  query: Record<string, string>
  fetch: Fetch
  timeoutMilliseconds: number
}

export type Sdk = typeof import('@anthropic-ai/sdk')

/** Loaded at the first request: the package takes longer to load than all the rest of main. */
export function loadSdk(): Promise<Sdk> {
  return import('@anthropic-ai/sdk')
}

/** The official client, kept from everything that it would take from the environment. */
export function createClient(sdk: Sdk, options: ClientOptions): Anthropic {
  const { key } = options
  return withoutCustomHeaders(
    () =>
      new sdk.Anthropic({
        baseURL: rootOf(options.baseUrl),
        // Without one the client would look for credentials in the user's files.
        apiKey: key ?? 'none',
        webhookKey: null,
        logLevel: 'off',
        openTelemetry: false,
        // Trying again is for patience.ts, which tells the user of it.
        maxRetries: 0,
        timeout: options.timeoutMilliseconds,
        fetch: forClient(options.fetch),
        defaultQuery: options.query,
        // The servers that speak Anthropic's way know this header, and not all know a bearer token.
        defaultHeaders: { authorization: null, 'x-api-key': key, ...options.headers },
      }),
  )
}

/** The client appends `/v1/messages`, so what users copy from a manual's examples goes. */
function rootOf(baseUrl: string): string {
  return baseUrl.replace(/\/+$/, '').replace(/\/v1(?:\/messages)?$/, '')
}

/** The one variable that no option of the client turns off; it is read as the client is made. */
function withoutCustomHeaders<T>(make: () => T): T {
  const given = process.env.ANTHROPIC_CUSTOM_HEADERS
  delete process.env.ANTHROPIC_CUSTOM_HEADERS
  try {
    return make()
  } finally {
    if (given !== undefined) process.env.ANTHROPIC_CUSTOM_HEADERS = given
  }
}
