import { firstKeyId } from '../../shared/providers.ts'

const separator = '#'

/** Returns the keychain name of a provider's key. */
export function secretIdOf(providerId: string, keyId: string): string {
  return keyId === firstKeyId ? providerId : providerId + separator + keyId
}

/** Returns the keychain name of a header's or query parameter's value. */
export function fieldSecretIdOf(
  providerId: string,
  kind: 'headers' | 'query',
  name: string,
): string {
  return `${providerId}${separator}${kind}:${name}`
}

/** Returns the owner of a secret. */
export function ownerOf(secretId: string): { providerId: string; keyId: string } {
  const at = secretId.indexOf(separator)
  if (at < 0) return { providerId: secretId, keyId: firstKeyId }
  return { providerId: secretId.slice(0, at), keyId: secretId.slice(at + 1) }
}
