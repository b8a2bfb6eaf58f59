import type { ServerResponse } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { errorSentence } from '../../../../src/main/commandLine/sentences.ts'
import { createServerKeys } from '../../../../src/main/mcp/oauth/serverKeys.ts'
import { verifyIdToken } from '../../../../src/main/mcp/oauth/verifyIdToken.ts'
import { toWire, type ErrorCode } from '../../../../src/shared/errors.ts'
import { startFakeSignIn, type TokenRequest } from '../../../fakes/fakeSignIn.ts'
import {
  createSigner,
  secretToken,
  unsignedToken,
  type Algorithm,
  type Signer,
} from '../../../fakes/idTokens.ts'
import { openFlow, type SignInFlow } from './signInFlow.ts'

const key = createSigner('ES256', 'key 1')
const stranger = createSigner('ES256', 'key 1')

const sendKeys =
  (...signers: readonly Signer[]) =>
  (response: ServerResponse): void =>
    void response.end(JSON.stringify({ keys: signers.map(({ jwk }) => jwk) }))

const seconds = (): number => Math.floor(Date.now() / 1000)

/** Returns the claims of a good token with changes; undefined leaves one out. */
function claimsFor({ issuer, clientId, nonce }: TokenRequest, changes: object = {}): object {
  const iat = seconds()
  const own = { iss: issuer, aud: clientId, sub: 'user 1', iat, exp: iat + 3600 }
  return { ...own, ...(nonce !== null && { nonce }), ...changes }
}

/** Makes the authorization server an issuer of id tokens. */
function issue(
  { signIn: { openId } }: SignInFlow,
  idToken: (request: TokenRequest) => string,
  ...signers: readonly Signer[]
): void {
  const keys = signers.length === 0 ? [key] : signers
  Object.assign(openId, { idToken, scope: 'openid tools', sendKeys: sendKeys(...keys) })
}

test('the user whom an id token names is kept, and the token is not', async () => {
  const flow = await openFlow()
  let nonce: string | null = null
  issue(flow, (request) => {
    nonce = request.nonce
    return key.sign(claimsFor(request, { email: 'user@example.com' }))
  })
  expect((await flow.echoSigningIn()).failed).toBe(false)
  expect(nonce).toMatch(/^[\w-]{32}$/)
  expect(JSON.parse(flow.kept())).toMatchObject({
    subject: 'user 1',
    tokens: { access_token: expect.stringMatching(/^access-/) as string },
  })
  expect(flow.kept()).not.toMatch(/id_token|example\.com/)
})

const refused: [ErrorCode, string, string, (request: TokenRequest) => string][] = [
  [
    'tokenExpired',
    'an hour ago',
    'has already expired',
    (request) => key.sign(claimsFor(request, { exp: seconds() - 3600 })),
  ],
  [
    'tokenWrongClaim',
    'another nonce',
    'whose “nonce” is missing or wrong',
    (request) => key.sign(claimsFor(request, { nonce: 'guessed' })),
  ],
  ['tokenMalformed', 'no token', 'Parley couldn’t read', () => 'not.a.token'],
  [
    'tokenBadSignature',
    'a stranger’s key',
    'signature couldn’t be verified',
    (request) => stranger.sign(claimsFor(request)),
  ],
  [
    'tokenWrongAudience',
    'another app',
    'for a different app',
    (request) => key.sign(claimsFor(request, { aud: 'another app' })),
  ],
  [
    'tokenNotYetValid',
    'in an hour',
    'isn’t valid yet',
    (request) => key.sign(claimsFor(request, { nbf: seconds() + 3600 })),
  ],
]

test.for(refused)('%s (%s) ends a sign-in, and nothing is kept', async ([code, , text, token]) => {
  const flow = await openFlow()
  issue(flow, token)
  const error: unknown = await flow.echoSigningIn().catch((reason: unknown) => reason)
  const provider = new URL(flow.signIn.origin).host
  expect(error).toMatchObject({ code, details: { provider } })
  const sentence = await errorSentence('en-US', toWire(error))
  expect(sentence).toMatch(new RegExp(`^${provider} sent a sign-in token .*You aren’t signed in`))
  expect(sentence).toContain(text)
  expect(flow.kept()).not.toMatch(/access-|refresh-|subject/)
})

test.each([
  ['no id token', undefined],
  ['an empty id token', () => ''],
])('a server that sends %s is signed in to', async (_what, idToken) => {
  const flow = await openFlow()
  Object.assign(flow.signIn.openId, { idToken, scope: 'openid' })
  expect((await flow.echoSigningIn()).failed).toBe(false)
  expect(flow.kept()).not.toContain('subject')
  expect(flow.signIn.asked).not.toContain('/jwks')
})

test('a refresh may name the same user, by a new key', async () => {
  let passedMs = 0
  const flow = await openFlow(() => Date.now() + passedMs)
  issue(flow, (request) => key.sign(claimsFor(request)))
  await flow.echoSigningIn()
  flow.signIn.expire()
  passedMs = 31_000
  const next = createSigner('ES256', 'key 2')
  issue(flow, (request) => next.sign(claimsFor(request)), next)
  expect((await flow.echo()).failed).toBe(false)
  expect(JSON.parse(flow.kept())).toMatchObject({ subject: 'user 1' })
  expect(flow.signIn.asked.filter((path) => path === '/jwks')).toHaveLength(2)

  // Most servers send no id token at a refresh.
  delete flow.signIn.openId.idToken
  flow.signIn.expire()
  expect((await flow.echo()).failed).toBe(false)
  expect(JSON.parse(flow.kept())).toMatchObject({ subject: 'user 1' })
  expect(flow.servers.opened).toHaveLength(1)
})

test.each(['while connected', 'at a start'])(
  'a refresh %s for another user is refused, and the user signs in anew',
  async (when) => {
    const flow = await openFlow()
    issue(flow, (request) => key.sign(claimsFor(request)))
    await flow.echoSigningIn()
    flow.signIn.expire()
    if (when === 'at a start') await flow.servers.stop('server')
    issue(flow, (request) => key.sign(claimsFor(request, { sub: 'user 2' })))
    await expect(flow.echo()).rejects.toMatchObject({
      code: 'tokenWrongClaim',
      details: { subject: 'sub' },
    })
    expect(flow.kept()).not.toMatch(/access-|refresh-|user/)

    expect((await flow.echoSigningIn()).failed).toBe(false)
    expect(JSON.parse(flow.kept())).toMatchObject({ subject: 'user 2' })
  },
)

/** Opens an issuer, and returns a check of its tokens. `keyClock` decides how old its keys are. */
async function openIssuer(...signers: readonly Signer[]) {
  const signIn = await startFakeSignIn()
  onTestFinished(() => signIn.close())
  signIn.openId.sendKeys = sendKeys(...signers)
  const { origin } = signIn
  const request = { issuer: origin, clientId: 'client 1', nonce: 'once', grant: '' }
  const keyClock = { nowMs: 0 }
  const keys = createServerKeys(() => keyClock.nowMs)
  const verify = (token: string, atSeconds = seconds()): Promise<string> =>
    verifyIdToken(token, {
      ...{ keys, expected: request, now: () => atSeconds * 1000 },
      source: {
        ...{ issuer: origin, jwksUri: `${origin}/jwks`, fetch },
        signal: new AbortController().signal,
      },
    })
  return { signIn, verify, keyClock, claims: (changes?: object) => claimsFor(request, changes) }
}

test.each(['ES256', 'RS256', 'PS256', 'EdDSA'] as Algorithm[])(
  'a token that is signed by %s is verified, with and without the name of its key',
  async (alg) => {
    const named = createSigner(alg, 'key 1')
    const { verify, claims } = await openIssuer(named)
    await expect(verify(named.sign(claims()))).resolves.toBe('user 1')
    await expect(verify(named.sign(claims(), { kid: undefined }))).resolves.toBe('user 1')
  },
)

test('of several keys that fit each is tried', async () => {
  const [first, second, other] = [createSigner(), createSigner(), createSigner()]
  const { verify, claims } = await openIssuer(first, second)
  await expect(verify(second.sign(claims()))).resolves.toBe('user 1')
  await expect(verify(other.sign(claims()))).rejects.toMatchObject({ code: 'tokenBadSignature' })
})

test('a key that takes the place of another is found, half a minute later', async () => {
  const [first, second] = [createSigner(), createSigner()]
  const { signIn, verify, claims, keyClock } = await openIssuer(first)
  await verify(first.sign(claims()))
  signIn.openId.sendKeys = sendKeys(second)
  const token = second.sign(claims())
  await expect(verify(token)).rejects.toMatchObject({ code: 'tokenBadSignature' })
  keyClock.nowMs += 30_000
  await expect(verify(token)).resolves.toBe('user 1')
  expect(signIn.asked).toStrictEqual(['/jwks', '/jwks'])
})

test.each([
  ['none', unsignedToken],
  [
    'HS256 with the public key as its secret',
    (claims: object) => secretToken(claims, JSON.stringify(key.jwk), 'key 1'),
  ],
  [
    'a key that it brings along',
    (claims: object) => stranger.sign(claims, { jwk: stranger.jwk, kid: undefined }),
  ],
  ['an unknown key', (claims: object) => stranger.sign(claims, { kid: 'key 7' })],
])('a token that is signed by %s is refused', async (_what, sign) => {
  const { signIn, verify, claims } = await openIssuer(key)
  await expect(verify(sign(claims()))).rejects.toMatchObject({ code: 'tokenBadSignature' })
  // Keys that were just loaded are not asked for again.
  expect(signIn.asked).toStrictEqual(['/jwks'])
})

test.each<[ErrorCode, string | undefined, string, object]>([
  ['tokenWrongClaim', 'iss', 'another issuer', { iss: 'https://evil.example.com' }],
  ['tokenWrongClaim', 'iss', 'no issuer', { iss: undefined }],
  ['tokenWrongClaim', 'sub', 'no user', { sub: undefined }],
  ['tokenWrongClaim', 'sub', 'a number as its user', { sub: 1 }],
  ['tokenWrongClaim', 'sub', 'a long user', { sub: 'u'.repeat(256) }],
  ['tokenWrongClaim', 'exp', 'no end', { exp: undefined }],
  ['tokenWrongClaim', 'iat', 'no beginning', { iat: undefined }],
  ['tokenWrongClaim', 'nbf', 'a text as its beginning', { nbf: 'soon' }],
  ['tokenWrongClaim', 'nonce', 'no nonce', { nonce: undefined }],
  ['tokenWrongClaim', 'azp', 'two audiences without azp', { aud: ['client 1', 'client 2'] }],
  ['tokenWrongClaim', 'azp', 'another azp', { azp: 'client 2' }],
  ['tokenWrongAudience', undefined, 'no audience', { aud: undefined }],
  ['tokenWrongAudience', undefined, 'others as its audience', { aud: ['client 2'] }],
  ['tokenNotYetValid', undefined, 'a beginning in the future', { iat: 4_000_000_000 }],
])('%s (%s): a token with %s', async (code, subject, _what, changes) => {
  const { verify, claims } = await openIssuer(key)
  const error: unknown = await verify(key.sign(claims(changes))).catch((reason: unknown) => reason)
  expect(error).toMatchObject({ code, details: { subject } })
  // Claims name the user: neither the log nor the page gets them.
  expect(error).not.toHaveProperty('cause')
})

test('two audiences are fine if the token was made for this app', async () => {
  const { verify, claims } = await openIssuer(key)
  const both = { aud: ['client 2', 'client 1'], azp: 'client 1' }
  await expect(verify(key.sign(claims(both)))).resolves.toBe('user 1')
})

test('clocks may differ by a minute', async () => {
  const { verify, claims } = await openIssuer(key)
  const token = key.sign(claims({ iat: 10_000, nbf: 10_000, exp: 20_000 }))
  const codeAt = (atSeconds: number): Promise<unknown> =>
    verify(token, atSeconds).catch((error: unknown) => (error as { code: string }).code)
  expect(await Promise.all([9939, 9940, 20_059, 20_060].map(codeAt))).toStrictEqual([
    ...['tokenNotYetValid', 'user 1', 'user 1', 'tokenExpired'],
  ])
})

test.each([
  ['encrypted', 'a.b.c.d.e'],
  ['not JSON', `${Buffer.from('{}x').toString('base64url')}.e30.e30`],
])('a token that is %s is malformed', async (_what, token) => {
  const { verify } = await openIssuer(key)
  await expect(verify(token)).rejects.toMatchObject({ code: 'tokenMalformed' })
})

test('a token of more than 64 KB is not read', async () => {
  const { verify, claims } = await openIssuer(key)
  const token = key.sign(claims({ groups: 'g'.repeat(64 * 1024) }))
  await expect(verify(token)).rejects.toMatchObject({ code: 'tokenMalformed' })
})
