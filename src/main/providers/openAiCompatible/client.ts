import type OpenAI from 'openai'
import { forClient } from '../clientFetch.ts'
import type { Fetch } from '../transport.ts'

export interface ClientOptions {
  baseUrl: string
  key: string | null
  /** How the service wants its key. */
  keyHeader: 'authorization' | 'api-key'
  headers: Record<string, string>
  query: Record<string, string>
  fetch: Fetch
  timeoutMilliseconds: number
}

export type Sdk = typeof import('openai')

/** Loaded at the first request: the package takes longer to load than all the rest of main. */
export function loadSdk(): Promise<Sdk> {
  return import('openai')
}

/** The official client, kept from everything that it would take from the environment. */
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
    // Trying again is for patience.ts, which tells the user of it.
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
