import type { JWTPayload, JWTVerifyGetKey, LocalJWKSet } from 'jose'
import { AppError, type ErrorCode } from '../../../shared/errors.ts'
import type { KeySource, ServerKeys } from './serverKeys.ts'

type Jose = typeof import('jose')

/** Values that an id token has to have. */
export interface ExpectedClaims {
  /** The id of Parley's client at the issuer. */
  clientId: string
  /** The random text that was sent with the request; undefined if none was. */
  nonce?: string | undefined
  /** The user that an earlier token named; undefined for a new sign-in. */
  subject?: string | undefined
}

export interface Verification {
  expected: ExpectedClaims
  keys: ServerKeys
  source: KeySource
  /** Milliseconds since 1970. */
  now: () => number
}

/** Asymmetric ones only: whoever checks an HS256 signature can make it, and `none` needs no key. */
const algorithms = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
]
const toleranceSeconds = 60
const maxTokenLength = 64 * 1024
/** The longest subject that OpenID Connect allows. */
const maxSubjectLength = 255

/**
 * Verifies the id token of a sign-in as OpenID Connect Core 3.1.3.7 describes, and returns its
 * subject: the user's id at the issuer. Errors: tokenMalformed, tokenBadSignature, tokenWrongClaim
 * with the claim as its subject, tokenWrongAudience, tokenNotYetValid, tokenExpired; those of
 * `ServerKeys.find`. None of them holds a part of the token.
 */
export async function verifyIdToken(token: string, verification: Verification): Promise<string> {
  const { keys, source } = verification
  const fail = failuresOf(source.issuer)
  if (token.length > maxTokenLength) throw fail('tokenMalformed', 'The id token is too long')
  const jose = await import('jose')
  const found = await keys.find(source)
  if (!found) throw fail('tokenBadSignature', 'The issuer publishes no keys over https')
  const verify = async (keySet: LocalJWKSet): Promise<JWTPayload> => {
    try {
      return await verifyByAnyKey(jose, token, keySet, verification)
    } catch (error) {
      throw toFailure(jose, error, fail)
    }
  }
  try {
    return checkClaims(await verify(found), verification, fail)
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'tokenBadSignature') throw error
    const renewed = await keys.renew(source)
    if (!renewed) throw error
    return checkClaims(await verify(renewed), verification, fail)
  }
}

/** Verifies by the key that the token names; if several fit, by each until one does. */
async function verifyByAnyKey(
  jose: Jose,
  token: string,
  keySet: LocalJWKSet,
  { expected, source, now }: Verification,
): Promise<JWTPayload> {
  const verify = async (getKey: JWTVerifyGetKey): Promise<JWTPayload> => {
    const { payload } = await jose.jwtVerify(token, getKey, {
      algorithms,
      issuer: source.issuer,
      audience: expected.clientId,
      requiredClaims: ['sub', 'exp', 'iat'],
      currentDate: new Date(now()),
      clockTolerance: toleranceSeconds,
    })
    return payload
  }
  try {
    return await verify(keySet)
  } catch (error) {
    if (!(error instanceof jose.errors.JWKSMultipleMatchingKeys)) throw error
    for await (const key of error) {
      try {
        return await verify(() => key)
      } catch (reason) {
        if (!(reason instanceof jose.errors.JWSSignatureVerificationFailed)) throw reason
      }
    }
    throw error
  }
}

/** Checks the claims that jose leaves to its caller. */
function checkClaims(
  { iat, aud, azp, nonce, sub }: JWTPayload,
  { expected, now }: Verification,
  fail: Fail,
): string {
  if (iat !== undefined && iat > now() / 1000 + toleranceSeconds) {
    throw fail('tokenNotYetValid', 'The id token is from the future')
  }
  const wrong = (claim: string): AppError =>
    fail('tokenWrongClaim', `The claim ${claim} of the id token is wrong`, claim)
  const hasOthers = Array.isArray(aud) && aud.length > 1
  if ((azp !== undefined || hasOthers) && azp !== expected.clientId) throw wrong('azp')
  if (expected.nonce !== undefined && nonce !== expected.nonce) throw wrong('nonce')
  if (typeof sub !== 'string' || sub === '' || sub.length > maxSubjectLength) throw wrong('sub')
  if (expected.subject !== undefined && sub !== expected.subject) throw wrong('sub')
  return sub
}

type Fail = (code: ErrorCode, reason: string, claim?: string) => AppError

function failuresOf(issuer: string): Fail {
  const provider = URL.parse(issuer)?.host ?? issuer
  return (code, reason, claim) => new AppError(code, reason, { provider, subject: claim })
}

/** Translates jose's errors. They hold the token's claims, so they are not kept as the cause. */
function toFailure({ errors }: Jose, error: unknown, fail: Fail): AppError {
  if (error instanceof errors.JWTExpired) return fail('tokenExpired', error.message)
  if (error instanceof errors.JWTClaimValidationFailed) {
    const { claim, reason, message } = error
    if (claim === 'aud') return fail('tokenWrongAudience', message)
    if (claim === 'nbf' && reason === 'check_failed') return fail('tokenNotYetValid', message)
    return fail('tokenWrongClaim', message, claim)
  }
  const isMalformed = [errors.JWTInvalid, errors.JWSInvalid, errors.JWEInvalid].some(
    (kind) => error instanceof kind,
  )
  const reason = error instanceof Error ? error.message : String(error)
  return fail(isMalformed ? 'tokenMalformed' : 'tokenBadSignature', reason)
}

/** Tells whether an error says that an id token is not to be believed. */
export function isTokenFailure(error: unknown): boolean {
  return error instanceof AppError && tokenFailures.has(error.code)
}

const tokenFailures: ReadonlySet<ErrorCode> = new Set([
  'tokenExpired',
  'tokenWrongClaim',
  'tokenMalformed',
  'tokenBadSignature',
  'tokenWrongAudience',
  'tokenNotYetValid',
])
