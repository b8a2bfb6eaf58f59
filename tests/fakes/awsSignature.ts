import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { SeenRequest } from './fakeServer.ts'

export interface AwsKey {
  accessKeyId: string
  secretAccessKey: string
  sessionToken?: string
}

export interface Refusal {
  status: number
  type: string
  message: string
}

/** Headers that a proxy or the connection may change, and that are therefore not signed. */
const unsignedHeaders = new Set([
  'accept',
  'accept-encoding',
  'authorization',
  'connection',
  'content-length',
  'user-agent',
])

const maxSkewMilliseconds = 5 * 60_000

/**
 * Checks a request's signature as AWS does, by computing it again.
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
 */
export function checkSignature(
  request: SeenRequest,
  { key, region, now }: { key: AwsKey; region: string; now: number },
): Refusal | undefined {
  const authorization = parseAuthorization(request.headers.authorization ?? '')
  if (!authorization) {
    return refuse('MissingAuthenticationTokenException', 'Missing Authentication Token')
  }
  const { accessKeyId, scope, signedHeaders, signature } = authorization
  const [day = '', ...place] = scope.split('/')
  if (accessKeyId !== key.accessKeyId) return unknownToken()
  if (request.headers['x-amz-security-token'] !== key.sessionToken) return unknownToken()
  if (place.join('/') !== `${region}/bedrock/aws4_request`) {
    return invalid(`Credential should be scoped to ${region}/bedrock`)
  }
  const date = String(request.headers['x-amz-date'])
  const skew = now - Date.parse(date.replace(dateParts, '$1-$2-$3T$4:$5:$6Z'))
  if (!(Math.abs(skew) <= maxSkewMilliseconds)) return skewed(date, now, skew)
  const unsigned = Object.keys(request.headers).filter(
    (name) => !unsignedHeaders.has(name) && !signedHeaders.includes(name),
  )
  if (unsigned.length > 0) return invalid(`Not signed: ${unsigned.join(', ')}`)
  const text = ['AWS4-HMAC-SHA256', date, scope, sha256(canonicalOf(request, signedHeaders))]
  const signingKey = [day, ...place].reduce<Buffer | string>(
    (secret, part) => hmac(secret, part),
    `AWS4${key.secretAccessKey}`,
  )
  const expected = hmac(signingKey, text.join('\n'))
  const given = Buffer.from(signature, 'hex')
  if (given.length === expected.length && timingSafeEqual(given, expected)) return undefined
  return invalid(
    'The request signature we calculated does not match the signature you provided. ' +
      'Check your AWS Secret Access Key and signing method.',
  )
}

const dateParts = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/

function parseAuthorization(header: string) {
  const [, accessKeyId, scope, signedHeaders, signature] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/([^,]+), SignedHeaders=([^,]+), Signature=([0-9a-f]+)$/.exec(
      header,
    ) ?? []
  if (!accessKeyId || !scope || !signedHeaders || !signature) return undefined
  return { accessKeyId, scope, signedHeaders: signedHeaders.split(';'), signature }
}

function canonicalOf(request: SeenRequest, signedHeaders: readonly string[]): string {
  const path = request.path.split('/').map(encode).join('/')
  const query = [...request.query]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .toSorted()
    .join('&')
  const headers = signedHeaders.map(
    (name) => `${name}:${String(request.headers[name]).trim().replace(/\s+/g, ' ')}\n`,
  )
  const hash = sha256(request.text)
  return [request.method, path, query, headers.join(''), signedHeaders.join(';'), hash].join('\n')
}

function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

function hmac(key: Buffer | string, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}

function refuse(type: string, message: string): Refusal {
  return { status: 403, type, message }
}

function invalid(message: string): Refusal {
  return refuse('InvalidSignatureException', message)
}

function unknownToken(): Refusal {
  const message = 'The security token included in the request is invalid.'
  return refuse('UnrecognizedClientException', message)
}

function skewed(date: string, now: number, skew: number): Refusal {
  const stamp = (time: number) => new Date(time).toISOString().replace(/[-:]|\.\d+/g, '')
  const limit = stamp(now - Math.sign(skew) * maxSkewMilliseconds)
  if (skew > 0) return invalid(`Signature expired: ${date} is now earlier than ${limit}`)
  return invalid(`Signature not yet current: ${date} is still later than ${limit}`)
}
