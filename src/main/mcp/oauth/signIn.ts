import type { OAuthClientProvider, OAuthDiscoveryState } from '@modelcontextprotocol/client'
import { AppError } from '../../../shared/errors.ts'
import type { Fetch } from '../serverSetup.ts'
import { openRedirect } from './openRedirect.ts'
import type { SignIn } from './signInStore.ts'

type Sdk = typeof import('@modelcontextprotocol/client')

export interface SignInOptions {
  server: URL
  /** Fetches from authorization servers, whose hosts are known only now. */
  fetch: Fetch
  /** What the server has answered without a token: it names its authorization server. */
  challenge: Response | undefined
  read: () => Promise<SignIn>
  write: (signIn: SignIn) => Promise<void>
  /** Asks the user to go to this address, and opens it. Resolves to whether the user does. */
  ask: (address: string, signal: AbortSignal) => Promise<boolean>
  signal: AbortSignal
}

/**
 * Gets a token for a server: by the refresh token, or from the user in the system's browser, by an
 * authorization code with PKCE. Errors: pluginRefused if the user does not want to, timeout, aborted,
 * those of the authorization server.
 */
export async function signIn(sdk: Sdk, options: SignInOptions): Promise<void> {
  const { server, fetch, challenge, signal } = options
  const told = challenge ? sdk.extractWWWAuthenticateParams(challenge) : {}
  const redirect = await openRedirect()
  try {
    const { provider, askedAddress } = createProvider(redirect, options)
    const common = {
      serverUrl: server,
      fetchFn: (url: string | URL, init?: RequestInit) => fetch(url, { ...init, signal }),
      ...(told.resourceMetadataUrl && { resourceMetadataUrl: told.resourceMetadataUrl }),
      ...(told.scope !== undefined && { scope: told.scope }),
    }
    if ((await sdk.auth(provider, common)) === 'AUTHORIZED') return
    const address = askedAddress()
    if (!address) throw new Error('There is no address to sign in at')
    if (!(await options.ask(address.href, signal))) {
      throw new AppError('pluginRefused', 'Nobody signed in', { subject: address.host })
    }
    const answer = await redirect.answer(signal)
    const code = answer.get('code')
    if (code === null) {
      const reason = answer.get('error_description') ?? answer.get('error') ?? 'no code'
      const details = { subject: address.host, answer: reason.slice(0, 2000) }
      throw new AppError('pluginServerFailed', 'The sign-in failed', details)
    }
    const iss = answer.get('iss')
    await sdk.auth(provider, { ...common, authorizationCode: code, ...(iss !== null && { iss }) })
  } finally {
    redirect.close()
  }
}

/** One sign-in as the SDK needs it. What lasts is in the store, the rest ends with it. */
function createProvider(
  redirect: { url: string; state: string },
  { read, write }: SignInOptions,
): { provider: OAuthClientProvider; askedAddress: () => URL | undefined } {
  let verifier = ''
  let asked: URL | undefined
  let discovery: OAuthDiscoveryState | undefined
  const change = async (changes: SignIn): Promise<void> => write({ ...(await read()), ...changes })
  const provider: OAuthClientProvider = {
    redirectUrl: redirect.url,
    clientMetadata: {
      client_name: 'Parley',
      redirect_uris: [redirect.url],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      application_type: 'native',
    },
    state: () => redirect.state,
    clientInformation: async () => (await read()).client,
    saveClientInformation: (client) => change({ client: { ...client } }),
    tokens: async () => (await read()).tokens,
    saveTokens: (tokens) => change({ tokens: { ...tokens } }),
    redirectToAuthorization: (url) => void (asked = url),
    saveCodeVerifier: (text) => void (verifier = text),
    codeVerifier: () => verifier,
    discoveryState: () => discovery,
    saveDiscoveryState: (found) => void (discovery = found),
    async invalidateCredentials(scope) {
      const { tokens, client } = await read()
      if (scope === 'tokens') await write(client ? { client } : {})
      else if (scope === 'client') await write(tokens ? { tokens } : {})
      else if (scope === 'all') await write({})
    },
  }
  return { provider, askedAddress: () => asked }
}
