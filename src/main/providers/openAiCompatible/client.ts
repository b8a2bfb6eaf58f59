import type OpenAI from 'openai'
import { forClient } from '../transport/clientFetch.ts'
import type { Fetch } from '../transport/transport.ts'

export interface ClientOptions {
  baseUrl: string
  key: string | null
  /** The header that carries the key. */
  keyHeader: 'authorization' | 'api-key'
  headers: Record<string, string>
  query: Record<string, string>
  fetch: Fetch
  timeoutMilliseconds: number
}

export type Sdk = typeof import('openai')

/** Loads the package at the first request: it takes longer to load than the rest of main. */
export function loadSdk(): Promise<Sdk> {
  return import('openai')
}

/** Creates the official client and blocks every setting that it would read from the environment. */
export function createClient(sdk: Sdk, options: ClientOptions): OpenAI {
  const { key, keyHeader } = options
  return new sdk.OpenAI({
    baseURL: options.baseUrl,
    apiKey: key ?? 'none',
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    logLevel: 'off',
    // patience.ts retries instead, because it can tell the user.
    maxRetries: 0,
    timeout: options.timeoutMilliseconds,
    fetch: forClient(options.fetch),
    defaultQuery: options.query,
    defaultHeaders: {
      ...(key === null || keyHeader !== 'authorization' ? { authorization: null } : {}),
      ...(key !== null && keyHeader === 'api-key' ? { 'api-key': key } : {}),
      ...options.headers,
    },
  })
}
