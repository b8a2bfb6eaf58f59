/** Makes id tokens as an issuer does, by Node's own cryptography. */
import {
  constants,
  createHmac,
  generateKeyPairSync,
  sign,
  type JsonWebKey,
  type KeyObject,
} from 'node:crypto'

export type Algorithm = 'ES256' | 'RS256' | 'PS256' | 'EdDSA'

export interface Signer {
  /** The public key, as in a set of keys. */
  jwk: JsonWebKey & { kid?: string; alg: string; use: string }
  /** Returns a token of these claims. The header gets `alg` and `kid` unless it has them. */
  sign: (claims: object, header?: object) => string
}

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Creates a new key and what signs with it; without `kid` neither key nor tokens name one. */
export function createSigner(alg: Algorithm = 'ES256', kid?: string): Signer {
  const { publicKey, privateKey } = createPair(alg)
  const named = kid === undefined ? {} : { kid }
  return {
    jwk: { ...publicKey.export({ format: 'jwk' }), ...named, alg, use: 'sig' },
    sign(claims, header) {
      const text = `${encode({ alg, ...named, ...header })}.${encode(claims)}`
      return `${text}.${signText(alg, Buffer.from(text), privateKey).toString('base64url')}`
    },
  }
}

function createPair(alg: Algorithm): { publicKey: KeyObject; privateKey: KeyObject } {
  if (alg === 'ES256') return generateKeyPairSync('ec', { namedCurve: 'P-256' })
  if (alg === 'EdDSA') return generateKeyPairSync('ed25519')
  return generateKeyPairSync('rsa', { modulusLength: 2048 })
}

function signText(alg: Algorithm, text: Buffer, key: KeyObject): Buffer {
  if (alg === 'EdDSA') return sign(null, text, key)
  if (alg === 'ES256') return sign('sha256', text, { key, dsaEncoding: 'ieee-p1363' })
  const padding = alg === 'PS256' ? constants.RSA_PKCS1_PSS_PADDING : constants.RSA_PKCS1_PADDING
  return sign('sha256', text, { key, padding, ...(alg === 'PS256' && { saltLength: 32 }) })
}

/** Returns a token that anyone can make: without a signature. */
export function unsignedToken(claims: object): string {
  return `${encode({ alg: 'none' })}.${encode(claims)}.`
}

/** Returns a token that is signed with a secret, such as the text of a public key. */
export function secretToken(claims: object, secret: string, kid?: string): string {
  const text = `${encode({ alg: 'HS256', kid })}.${encode(claims)}`
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
}
