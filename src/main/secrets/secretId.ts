import { firstKeyId } from '../../shared/providers.ts'

const separator = '#'

/** Under which name a provider's key lies in the keychain. */
export function secretIdOf(providerId: string, keyId: string): string {
  return keyId === firstKeyId ? providerId : providerId + separator + keyId
}

/** Under which name the value of a header or a query field lies in the keychain. */
export function fieldSecretIdOf(
  providerId: string,
  kind: 'headers' | 'query',
  name: string,
): string {
  return `${providerId}${separator}${kind}:${name}`
}

/** Whose key a secret is. */
export function ownerOf(secretId: string): { providerId: string; keyId: string } {
  const at = secretId.indexOf(separator)
  if (at < 0) return { providerId: secretId, keyId: firstKeyId }
  return { providerId: secretId.slice(0, at), keyId: secretId.slice(at + 1) }
}
