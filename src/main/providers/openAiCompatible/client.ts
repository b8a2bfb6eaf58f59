import type OpenAI from 'openai'
import { beginningOf, readBytes } from '../byteStream.ts'
import type { Fetch } from '../transport.ts'

export interface ClientOptions {
  baseUrl: string
  key: string | null
  /** How the service wants its key. */
  keyHeader: 'authorization' | 'api-key'
  headers: Record<string, string>
  query: Record<string, string>
  fetch: Fetch
  maxRetries: number
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
    maxRetries: options.maxRetries,
    timeout: options.timeoutMilliseconds,
    fetch: withPlainErrors(withoutFingerprint(options.fetch)),
    defaultQuery: options.query,
    defaultHeaders: {
      ...(key === null || keyHeader !== 'authorization' ? { authorization: null } : {}),
      ...(key !== null && keyHeader === 'api-key' ? { 'api-key': key } : {}),
      ...options.headers,
    },
  })
}

/** The client reports the system, its version and the processor with each request: not ours. */
function withoutFingerprint(fetch: Fetch): Fetch {
  return (input, init) => {
    const headers = new Headers(init?.headers)
    for (const name of [...headers.keys()]) {
      if (name.startsWith('x-stainless-')) headers.delete(name)
    }
    return fetch(input, { ...init, headers })
  }
}

const errorBytesMaximum = 64 * 1024
const errorIdleMilliseconds = 5000

/**
 * The client reads the whole of an error's body, however long, and keeps only what OpenAI would
 * say. So it gets a body that holds the beginning of the true one as text.
 */
function withPlainErrors(fetch: Fetch): Fetch {
  return async (input, init) => {
    const response = await fetch(input, init)
    if (response.ok) return response
    const bytes = readBytes(response.body, {
      idleMilliseconds: () => errorIdleMilliseconds,
      signal: init?.signal ?? new AbortController().signal,
    })
    const pieces: Uint8Array[] = []
    for await (const piece of beginningOf(bytes, errorBytesMaximum)) pieces.push(piece)
    const body = new TextDecoder().decode(Buffer.concat(pieces))
    const { status, headers } = response
    return new Response(JSON.stringify({ error: { body } }), { status, headers })
  }
}
