/** An authorization server, and the guard of a server that trusts it. */
import { createHash, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Facts of a request for tokens that an id token repeats. */
export interface TokenRequest {
  issuer: string
  clientId: string
  nonce: string | null
  grant: string
}

export interface FakeOpenId {
  /** The scope that the server asks for. */
  scope: string
  /** Returns the id token of an answer; without it none is sent. */
  idToken?: (request: TokenRequest) => string
  /** Answers a request for `/jwks`. */
  sendKeys: (response: ServerResponse) => void
  /** Document that names `/jwks`. */
  keysNamedIn: 'metadata' | 'openIdConfiguration' | 'none'
}

export interface FakeSignIn {
  origin: string
  /** Admits requests with a token, and answers others as a protected server does. */
  guard: (request: IncomingMessage, response: ServerResponse) => boolean
  /** Requests to the authorization server, in order: paths and kinds of grant. */
  asked: string[]
  /** Makes all access tokens invalid; refresh tokens stay. */
  expire: () => void
  /** Parameters of the redirect from `/authorize`, besides the code. */
  answers: { state?: string; iss?: string }
  openId: FakeOpenId
  close: () => void
}

export async function startFakeSignIn(): Promise<FakeSignIn> {
  const asked: string[] = []
  const tokens = new Set<string>()
  const refreshTokens = new Set<string>()
  const codes = new Map<string, { challenge: string; redirect: string; nonce: string | null }>()
  const answers: FakeSignIn['answers'] = {}
  const openId: FakeOpenId = {
    scope: '',
    sendKeys: (response) => json(response, { keys: [] }),
    keysNamedIn: 'metadata',
  }
  const json = (response: ServerResponse, value: unknown, status = 200): void => {
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(value))
  }
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', origin)
    let body = ''
    for await (const chunk of request) body += String(chunk)
    if (url.pathname === '/.well-known/oauth-authorization-server') {
      return json(response, {
        issuer: origin,
        authorization_endpoint: `${origin}/authorize`,
        token_endpoint: `${origin}/token`,
        registration_endpoint: `${origin}/register`,
        response_types_supported: ['code'],
        code_challenge_methods_supported: ['S256'],
        token_endpoint_auth_methods_supported: ['none'],
        authorization_response_iss_parameter_supported: true,
        ...(openId.keysNamedIn === 'metadata' && { jwks_uri: `${origin}/jwks` }),
      })
    }
    asked.push(url.pathname)
    if (url.pathname === '/jwks') return openId.sendKeys(response)
    if (url.pathname === '/.well-known/openid-configuration') {
      const isNamed = openId.keysNamedIn === 'openIdConfiguration'
      return json(response, { issuer: origin, jwks_uri: `${origin}/jwks` }, isNamed ? 200 : 404)
    }
    if (url.pathname === '/register') {
      return json(response, { ...(JSON.parse(body) as object), client_id: randomUUID() }, 201)
    }
    if (url.pathname === '/authorize') {
      const given = (name: string): string => url.searchParams.get(name) ?? ''
      const code = randomUUID()
      codes.set(code, {
        ...{ challenge: given('code_challenge'), redirect: given('redirect_uri') },
        nonce: url.searchParams.get('nonce'),
      })
      const back = new URL(given('redirect_uri'))
      back.search = String(
        new URLSearchParams({
          code,
          state: answers.state ?? given('state'),
          iss: answers.iss ?? origin,
        }),
      )
      response.writeHead(302, { location: back.href })
      response.end()
      return
    }
    const form = new URLSearchParams(body)
    const grant = form.get('grant_type') ?? ''
    asked.push(grant)
    const code = codes.get(form.get('code') ?? '')
    const proof = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    const isProved = code?.challenge === proof && code.redirect === form.get('redirect_uri')
    const isKnown = refreshTokens.has(form.get('refresh_token') ?? '')
    if (grant === 'refresh_token' ? !isKnown : !isProved) {
      return json(response, { error: 'invalid_grant' }, 400)
    }
    const [access, refresh] = [`access-${randomUUID()}`, `refresh-${randomUUID()}`]
    tokens.add(access)
    refreshTokens.add(refresh)
    const lasting = { token_type: 'Bearer', expires_in: 3600 }
    const clientId = form.get('client_id') ?? ''
    const { idToken } = openId
    const given = { issuer: origin, clientId, nonce: code?.nonce ?? null, grant }
    const identity = idToken && { id_token: idToken(given) }
    json(response, { access_token: access, refresh_token: refresh, ...lasting, ...identity })
  }
  const server = createServer((request, response) => void handle(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`
  return {
    origin,
    asked,
    answers,
    openId,
    expire: () => tokens.clear(),
    guard(request, response) {
      const place = `http://${request.headers.host ?? ''}`
      if (request.url?.startsWith('/.well-known/oauth-protected-resource')) {
        json(response, { resource: `${place}/mcp`, authorization_servers: [origin] })
        return false
      }
      const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1]
      if (token !== undefined && tokens.has(token)) return true
      const metadata = `${place}/.well-known/oauth-protected-resource/mcp`
      const scope = openId.scope === '' ? '' : `, scope="${openId.scope}"`
      const challenge = `Bearer resource_metadata="${metadata}"${scope}`
      response.writeHead(401, { 'www-authenticate': challenge })
      response.end()
      return false
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
