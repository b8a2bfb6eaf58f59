import { firstKeyId } from '../../../shared/providers.ts'
import type { ProviderConfig } from '../../../shared/providers.ts'
import { secretIdOf } from '../../secrets/secretId.ts'
import { findPreset } from '../configs/presets.ts'
import { secretFieldsOf } from './secretFields.ts'

/** Returns the ids of a provider's keys in the order of attempts. */
export function keyIdsOf({ furtherKeys }: ProviderConfig): string[] {
  return [firstKeyId, ...furtherKeys]
}

/** Returns the keychain names of a provider's keys, in order. */
export function keySecretIdsOf(config: ProviderConfig): string[] {
  return keyIdsOf(config).map((keyId) => secretIdOf(config.id, keyId))
}

/** Returns the keychain names of all secrets of a provider. */
export function secretIdsOf(config: ProviderConfig): string[] {
  return [...keySecretIdsOf(config), ...secretFieldsOf(config).map(({ secretId }) => secretId)]
}

/** Returns true if no request works without a key. */
export function needsKey({ kind, presetId, aws }: ProviderConfig): boolean {
  if (kind === 'bedrock') return aws?.credentials !== 'profile'
  return findPreset(presetId)?.needsKey ?? false
}

/** Returns true if the provider uses keys. An AWS profile has its own credentials. */
export function takesKey({ kind, aws }: Pick<ProviderConfig, 'kind' | 'aws'>): boolean {
  return kind !== 'guide' && aws?.credentials !== 'profile'
}
