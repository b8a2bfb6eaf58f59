import { AppError } from '../../../shared/errors.ts'
import { firstKeyId } from '../../../shared/providers.ts'
import type { KeyState, ProviderConfig } from '../../../shared/providers.ts'
import { secretIdOf } from '../../secrets/secretId.ts'
import type { Secrets } from '../../secrets/secrets.ts'
import { findPreset } from '../presets.ts'
import type { KeyConditions } from './keyConditions.ts'

/** A key as it is sent. It is never logged, and never crosses the bridge. */
export interface ProviderKey {
  secretId: string
  /** From 1, in the order of the settings. */
  number: number
  key: string
}

/** The ids of a provider's keys, in the order in which they are tried. */
export function keyIdsOf({ furtherKeys }: ProviderConfig): string[] {
  return [firstKeyId, ...furtherKeys]
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

/** The keys that are set, in order. Errors: keyMissing or keychainUnavailable where one is needed. */
export async function readKeys(config: ProviderConfig, secrets: Secrets): Promise<ProviderKey[]> {
  if (!needsKey(config)) return knownKeys(config, secrets)
  let failure = new AppError('keyMissing', `${config.name} has no key`, { provider: config.name })
  const found = await collectKeys(config, (secretId) =>
    secrets.get(secretId).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error
      failure = error
      return null
    }),
  )
  if (found.length === 0) throw failure
  return found
}

/** As `readKeys`, but those only that are quick to be had, and maybe none. */
export function knownKeys(config: ProviderConfig, secrets: Secrets): Promise<ProviderKey[]> {
  return collectKeys(config, secrets.getSoon)
}

async function collectKeys(
  config: ProviderConfig,
  read: (secretId: string) => Promise<string | null>,
): Promise<ProviderKey[]> {
  if (!takesKey(config)) return []
  const secretIds = keyIdsOf(config).map((keyId) => secretIdOf(config.id, keyId))
  const keys = await Promise.all(secretIds.map(read))
  return secretIds.flatMap((secretId, index) => {
    const key = keys[index] ?? null
    return key === null ? [] : [{ secretId, number: index + 1, key }]
  })
}

/** What the page may know of the keys. */
export function keyStates(
  config: ProviderConfig,
  { secrets, conditions }: { secrets: Secrets; conditions: KeyConditions },
): Promise<KeyState[]> {
  if (config.kind === 'guide') return Promise.resolve([])
  return Promise.all(
    keyIdsOf(config).map(async (id) => {
      const secretId = secretIdOf(config.id, id)
      return { id, source: await secrets.source(secretId), ...conditions.get(secretId) }
    }),
  )
}
