import { firstKeyId } from '../../shared/providers.ts'

const separator = '#'

/** Under which name a provider's key lies in the keychain. */
export function secretIdOf(providerId: string, keyId: string): string {
  return keyId === firstKeyId ? providerId : providerId + separator + keyId
}

/** Whose key a secret is. */
export function ownerOf(secretId: string): { providerId: string; keyId: string } {
  const at = secretId.indexOf(separator)
  if (at < 0) return { providerId: secretId, keyId: firstKeyId }
  return { providerId: secretId.slice(0, at), keyId: secretId.slice(at + 1) }
}
