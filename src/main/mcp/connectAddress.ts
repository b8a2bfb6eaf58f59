import { AppError } from '../../shared/errors.ts'
import type { McpAddressConfig } from '../../shared/plugins/mcp.ts'
import type { Connection, ConnectOptions } from './connection.ts'
import { createClient, introduce, type Sdk } from './createClient.ts'
import { expandRecord, expandVariables } from './expandVariables.ts'
import { signIn } from './oauth/signIn.ts'
import { readSessionLoss } from './sessionLoss.ts'
import { serverFailure } from './serverFailure.ts'
import type { Fetch, ServerSetup } from './serverSetup.ts'

/**
 * Reaches a server at an address. One that wants to know the user first is reached again with a
 * token: the stored one, or after a sign-in.
 */
export async function connectAddress(
  sdk: Sdk,
  config: McpAddressConfig,
  setup: ServerSetup,
  options: ConnectOptions,
): Promise<Connection> {
  const values = { values: setup.values, directory: null }
  const url = URL.parse(expandVariables(config.url, values))
  if (!url) throw new AppError('addressInvalid', 'The address of a server is none')
  const requestInit = { headers: expandRecord(config.headers, values) }
  const { signal, signIns } = options
  let challenge: Response | undefined
  let isConnected = false
  let steps = 0
  let hasStream = false
  const fetch: Fetch = async (address, init) => {
    const response = await setup.fetch(address, init)
    if (init?.method === 'GET' && new Headers(init.headers).has('mcp-session-id')) {
      // Some servers without a stream answer 404, too.
      if (response.status === 404 && hasStream) options.onSessionLost?.()
      hasStream = response.ok
    }
    if (response.status === 401) challenge = response
    if (!isConnected || !needsMore(sdk, response) || steps >= maxSteps) return response
    // The token allows too little for this: the user is asked for more.
    steps += 1
    await authorize(response, (await signIns?.read(url))?.tokens?.scope ?? '')
    const headers = new Headers(init?.headers)
    headers.set('authorization', `Bearer ${(await token()) ?? ''}`)
    return setup.fetch(address, { ...init, headers })
  }
  const token = async (): Promise<string | undefined> =>
    (await signIns?.read(url))?.tokens?.access_token
  // A header of the user's own stands for them.
  const hasHeader = new Headers(requestInit.headers).has('authorization')
  const authorize = async (asked: Response | undefined, granted?: string): Promise<void> => {
    if (!signIns) throw new sdk.UnauthorizedError()
    await signIn(sdk, {
      server: url,
      fetch: setup.signInFetch ?? setup.fetch,
      challenge: asked,
      client: setup.client,
      granted,
      read: () => signIns.read(url),
      write: (kept) => signIns.write(url, kept),
      ask: signIns.ask,
      keys: signIns.keys,
      now: signIns.now,
      signal,
    })
  }
  const authProvider = {
    token,
    // At first nobody waits on the request: the user may take longer than it may.
    onUnauthorized: async ({ response }: { response: Response }) => {
      if (!isConnected) throw new sdk.UnauthorizedError()
      await authorize(response)
    },
  }
  const authorized = signIns && !hasHeader ? { authProvider } : {}
  const attempt = async (kind: 'http' | 'sse'): Promise<Connection> => {
    const shared = { fetch, requestInit, ...authorized }
    const transport =
      kind === 'http'
        ? new sdk.StreamableHTTPClientTransport(url, shared)
        : // oxlint-disable-next-line typescript/no-deprecated -- there are servers that speak nothing else
          new sdk.SSEClientTransport(url, shared)
    const client = createClient(sdk, kind === 'http' ? 'auto' : 'legacy', setup, options)
    await introduce(client, transport, setup, signal)
    isConnected = true
    return {
      client,
      sessionLoss: (error) => readSessionLoss(sdk, error, sessionIdOf(transport)),
      errorTail: () => '',
      close: () => client.close(),
    }
  }
  const attempts = async (): Promise<Connection> => {
    try {
      return await attempt(config.transport)
    } catch (error) {
      // Servers of the first kind answer the newer requests so.
      if (config.transport === 'http' && isOlderServer(sdk, error)) return attempt('sse')
      throw error
    }
  }
  try {
    try {
      return await attempts()
    } catch (error) {
      if (!challenge || !signIns || hasHeader || signal.aborted) throw error
    }
    await authorize(challenge)
    return await attempts()
  } catch (error) {
    throw serverFailure(error, { errorTail: '', signal, subject: url.host })
  }
}

/** Times that a token may be exchanged for one with a wider scope while a server is connected. */
const maxSteps = 3

/** Returns the session of a connection; undefined for none. */
function sessionIdOf(transport: object): string | undefined {
  return 'sessionId' in transport && typeof transport.sessionId === 'string'
    ? transport.sessionId
    : undefined
}

/** Whether a server says that the token allows too little. */
function needsMore(sdk: Sdk, response: Response): boolean {
  return (
    response.status === 403 &&
    sdk.extractWWWAuthenticateParams(response).error === 'insufficient_scope'
  )
}

function isOlderServer(sdk: Sdk, error: unknown): boolean {
  return error instanceof sdk.SdkHttpError && [400, 404, 405].includes(error.status ?? 0)
}
