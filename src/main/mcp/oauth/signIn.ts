import { randomBytes } from 'node:crypto'
import type { OAuthClientProvider, OAuthDiscoveryState } from '@modelcontextprotocol/client'
import { z } from 'zod'
import { AppError } from '../../../shared/errors.ts'
import type { Fetch, OwnClient } from '../serverSetup.ts'
import { openRedirect } from './openRedirect.ts'
import type { ServerKeys } from './serverKeys.ts'
import type { SignIn } from './signInStore.ts'
import { isTokenFailure, verifyIdToken, type ExpectedClaims } from './verifyIdToken.ts'

type Sdk = typeof import('@modelcontextprotocol/client')

export interface SignInOptions {
  server: URL
  /** Fetches from authorization servers, whose hosts are known only now. */
  fetch: Fetch
  /** The server's answer to a request without a token: it names the authorization server. */
  challenge: Response | undefined
  /** The user's own client; missing if Parley registers one. */
  client?: OwnClient | undefined
  /** The scope of a token that allows too little: the user is asked for more. */
  granted?: string | undefined
  read: () => Promise<SignIn>
  write: (signIn: SignIn) => Promise<void>
  /** Asks the user to go to this address, and opens it. Resolves to whether the user does. */
  ask: (address: string, signal: AbortSignal) => Promise<boolean>
  /** The keys that id tokens are signed with. */
  keys: ServerKeys
  /** The clock for id tokens, in milliseconds since 1970. */
  now: () => number
  signal: AbortSignal
}

/**
 * Gets a token for a server: by the refresh token, or from the user in the system's browser, by an
 * authorization code with PKCE. Nothing is kept if the id token that comes with it is wrong. Errors:
 * pluginSignInNeeded if the user does not want to, timeout, aborted, those of `verifyIdToken` and of
 * the authorization server.
 */
export async function signIn(sdk: Sdk, options: SignInOptions): Promise<void> {
  const { server, fetch, challenge, granted, signal } = options
  const told = challenge ? sdk.extractWWWAuthenticateParams(challenge) : {}
  const redirect = await openRedirect()
  try {
    const { provider, askedAddress } = createProvider(redirect, options)
    const common = {
      serverUrl: server,
      fetchFn: (url: string | URL, init?: RequestInit) => fetch(url, { ...init, signal }),
      ...(told.resourceMetadataUrl && { resourceMetadataUrl: told.resourceMetadataUrl }),
      ...scopeOf(sdk, told.scope, granted),
    }
    const { outcome, flow } = await beginFlow(sdk, provider, common)
    if (outcome === 'AUTHORIZED') return
    const address = askedAddress()
    if (!address) throw new Error('There is no address to sign in at')
    if (!(await options.ask(address.href, signal))) {
      throw new AppError('pluginSignInNeeded', 'Nobody signed in', { subject: address.host })
    }
    const answer = await redirect.answer(signal)
    const code = answer.get('code')
    if (code === null) {
      const reason = answer.get('error_description') ?? answer.get('error') ?? 'no code'
      const details = { subject: address.host, answer: reason.slice(0, 2000) }
      throw new AppError('pluginServerFailed', 'The sign-in failed', details)
    }
    const iss = answer.get('iss')
    await sdk.auth(provider, { ...flow, authorizationCode: code, ...(iss !== null && { iss }) })
  } finally {
    redirect.close()
  }
}

type Flow = Parameters<Sdk['auth']>[1]

/**
 * Begins a sign-in. Servers of the first revision with sign-ins describe it at their own root, and
 * may name an issuer below it: that is accepted of the server's own origin alone.
 */
async function beginFlow(
  sdk: Sdk,
  provider: OAuthClientProvider,
  flow: Flow,
): Promise<{ outcome: string; flow: Flow }> {
  try {
    return { outcome: await sdk.auth(provider, flow), flow }
  } catch (error) {
    if (!(error instanceof sdk.IssuerMismatchError) || error.kind !== 'metadata') throw error
    const { origin } = new URL(flow.serverUrl)
    const named = [error.expected, error.received].map((issuer) => URL.parse(issuer ?? '')?.origin)
    if (named.some((place) => place !== origin)) throw error
    const lenient = { ...flow, skipIssuerMetadataValidation: true }
    return { outcome: await sdk.auth(provider, lenient), flow: lenient }
  }
}

/** Returns what is asked for; for a token that allows too little, more than it has. */
function scopeOf(
  sdk: Sdk,
  wanted: string | undefined,
  granted: string | undefined,
): Pick<Flow, 'scope' | 'forceReauthorization'> {
  if (granted === undefined) return wanted === undefined ? {} : { scope: wanted }
  const scope = sdk.computeScopeUnion(granted, wanted)
  return { forceReauthorization: true, ...(scope !== undefined && { scope }) }
}

/** One sign-in as the SDK needs it. What lasts is in the store, the rest ends with it. */
function createProvider(
  redirect: { url: string; state: string },
  options: SignInOptions,
): { provider: OAuthClientProvider; askedAddress: () => URL | undefined } {
  const { client: own, read, write } = options
  let verifier = ''
  let nonce: string | undefined
  let asked: URL | undefined
  let discovery: OAuthDiscoveryState | undefined
  const change = async (changes: SignIn): Promise<void> => write({ ...(await read()), ...changes })
  const provider: OAuthClientProvider = {
    redirectUrl: redirect.url,
    ...(own && isDocument(own) && { clientMetadataUrl: own.id }),
    clientMetadata: {
      client_name: 'Parley',
      redirect_uris: [redirect.url],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      application_type: 'native',
    },
    state: () => redirect.state,
    // The user's own client stays with the issuer that it was first used with.
    clientInformation: async () => {
      const { client } = await read()
      if (!own || isDocument(own) || client?.client_id === own.id) return client
      return { client_id: own.id, ...(own.secret && { client_secret: own.secret }) }
    },
    saveClientInformation: (client) => change({ client: { ...client } }),
    tokens: async () => (await read()).tokens,
    async saveTokens({ id_token: idToken, ...tokens }, context) {
      const { client, subject: known } = await read()
      const isRefresh = asked === undefined
      const expected = {
        clientId: client?.client_id ?? '',
        ...{ nonce, subject: isRefresh ? known : undefined },
      }
      const metadata = { ...context, ...discovery?.authorizationServerMetadata }
      const common = { ...(client && { client }) }
      try {
        // Some servers send an empty text for none.
        const subject = idToken
          ? await readSubject(idToken, expected, metadata, options)
          : expected.subject
        await write({ ...common, tokens, ...(subject !== undefined && { subject }) })
      } catch (error) {
        // The same refresh token would bring the same id token: the user signs in anew.
        if (isRefresh && isTokenFailure(error)) await write(common)
        throw error
      }
    },
    redirectToAuthorization(url) {
      asked = url
      if (!url.searchParams.get('scope')?.split(' ').includes('openid')) return
      nonce = randomBytes(24).toString('base64url')
      url.searchParams.set('nonce', nonce)
    },
    saveCodeVerifier: (text) => void (verifier = text),
    codeVerifier: () => verifier,
    discoveryState: () => discovery,
    saveDiscoveryState: (found) => void (discovery = found),
    async invalidateCredentials(scope) {
      const { client, ...others } = await read()
      if (scope === 'tokens') await write(client ? { client } : {})
      else if (scope === 'client') await write(others)
      else if (scope === 'all') await write({})
    },
  }
  return { provider, askedAddress: () => asked }
}

/** Returns the user's id at the issuer. Errors: those of `verifyIdToken`. */
async function readSubject(
  idToken: string,
  expected: ExpectedClaims,
  metadata: object,
  { fetch, keys, now, signal }: SignInOptions,
): Promise<string> {
  const { issuer, jwks_uri: jwksUri } = metadataSchema.parse(metadata)
  const source = { issuer, jwksUri, fetch, signal }
  return verifyIdToken(idToken, { expected, keys, source, now })
}

const metadataSchema = z.object({
  issuer: z.string(),
  jwks_uri: z.string().optional().catch(undefined),
})

/** Whether the client's id is the address of a document that describes it. */
function isDocument({ id, secret }: OwnClient): boolean {
  return secret === undefined && URL.parse(id)?.protocol === 'https:'
}
