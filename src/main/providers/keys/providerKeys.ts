import { firstKeyId } from '../../../shared/providers.ts'
import type { ProviderConfig } from '../../../shared/providers.ts'
import { secretIdOf } from '../../secrets/secretId.ts'
import { findPreset } from '../presets.ts'
import { secretFieldsOf } from './secretFields.ts'

/** The ids of a provider's keys, in the order in which they are tried. */
export function keyIdsOf({ furtherKeys }: ProviderConfig): string[] {
  return [firstKeyId, ...furtherKeys]
}

/** Under which names a provider's keys lie in the keychain, in order. */
export function keySecretIdsOf(config: ProviderConfig): string[] {
  return keyIdsOf(config).map((keyId) => secretIdOf(config.id, keyId))
}

/** Everything of a provider's that may lie in the keychain. */
export function secretIdsOf(config: ProviderConfig): string[] {
  return [...keySecretIdsOf(config), ...secretFieldsOf(config).map(({ secretId }) => secretId)]
}

/** Whether nothing can be asked without a key. */
export function needsKey({ kind, presetId, aws }: ProviderConfig): boolean {
  if (kind === 'bedrock') return aws?.credentials !== 'profile'
  return findPreset(presetId)?.needsKey ?? false
}

/** Whether the provider sends keys at all: a profile of AWS has its own. */
export function takesKey({ kind, aws }: ProviderConfig): boolean {
  return kind !== 'guide' && aws?.credentials !== 'profile'
}
