import { AppError } from '../../../shared/errors.ts'
import type { ProviderConfig } from '../../../shared/providers.ts'
import { isAwsOrigin, originOf } from '../../secrets/originOf.ts'
import type { Secrets } from '../../secrets/secrets.ts'
import type { Permissions } from './permissions.ts'
import { withheld } from './permissions.ts'
import { keySecretIdsOf, needsKey, secretIdsOf, takesKey } from './providerKeys.ts'
import { fieldKinds, secretFieldsOf } from './secretFields.ts'

/** The places where secrets are stored, and the origins that may receive them. */
export interface Vault {
  secrets: Pick<Secrets, 'get' | 'getSoon' | 'state'>
  permissions: Permissions
}

/** A key for sending. It is never logged and never crosses the bridge. */
export interface ProviderKey {
  secretId: string
  /** The number of the key in the settings, from 1. */
  number: number
  key: string
}

/** A provider with its secret headers and query parameters. Treat it like a key. */
export type SentConfig = Omit<ProviderConfig, 'headers' | 'query'> & {
  headers: Record<string, string>
  query: Record<string, string>
}

/** Everything that a provider's requests carry, limited to secrets entered for their origin. */
export interface Credentials {
  config: SentConfig
  /** In the order of attempts. */
  keys: ProviderKey[]
}

/** Returns the provider with its public fields only. */
export function withoutSecretFields(config: ProviderConfig): SentConfig {
  return withFields(config, new Map())
}

/**
 * Returns what a request to the provider's address may carry. Errors: keyMissing or
 * keychainUnavailable if a key is needed; keyWithheld if the stored key was entered for another
 * origin; addressInvalid if no key may be sent there.
 */
export async function readCredentials(config: ProviderConfig, vault: Vault): Promise<Credentials> {
  const { secrets, permissions } = vault
  const { name } = config
  const origin = originOf(config.baseUrl)
  if (origin !== null && config.aws?.credentials === 'profile' && !isAwsOrigin(origin)) {
    await permissions.obtain({ kind: 'awsProfile', origin, provider: name })
  }
  const secretIds = takesKey(config) ? secretIdsOf(config) : fieldIdsOf(config)
  const isNeeded = needsKey(config)
  let failure: AppError | undefined
  if (isNeeded || fieldIdsOf(config).length > 0) {
    const reading = secretIds.map((secretId) => secrets.get(secretId, origin))
    for (const result of await Promise.allSettled(reading)) {
      if (result.status === 'fulfilled') continue
      if (!(result.reason instanceof AppError)) throw result.reason
      failure = result.reason
    }
  }
  const states = await Promise.all(secretIds.map((secretId) => secrets.state(secretId, origin)))
  if (origin !== null && states.some(({ source }) => source !== 'none')) {
    await permissions.assertCarriesKeys(name, origin)
  }
  const known = await knownCredentials(config, vault)
  const isWithheld = states.some(({ boundTo }) => boundTo !== null && boundTo !== origin)
  const isWhole = secretFieldsOf(config).every(({ kind, name: field }) =>
    Object.hasOwn(known.config[kind], field),
  )
  const hasKey = known.keys.length > 0
  if (isWhole && (hasKey || (!isNeeded && !isWithheld))) return known
  if (isWithheld) throw withheld(name, origin ?? config.baseUrl)
  throw failure ?? new AppError('keyMissing', `${name} has no key`, { provider: name })
}

/**
 * Like `readCredentials`, but returns only what is quickly available and permitted, and never asks
 * the user.
 */
export async function knownCredentials(config: ProviderConfig, vault: Vault): Promise<Credentials> {
  const { secrets, permissions } = vault
  const origin = originOf(config.baseUrl)
  const target = origin !== null && permissions.carriesKeys(origin) ? origin : null
  const secretIds = takesKey(config) ? keySecretIdsOf(config) : []
  const [keys, values] = await Promise.all([
    Promise.all(secretIds.map((secretId) => secrets.getSoon(secretId, target))),
    Promise.all(fieldIdsOf(config).map((secretId) => secrets.getSoon(secretId, target))),
  ])
  const byId = new Map(fieldIdsOf(config).map((secretId, index) => [secretId, values[index]]))
  return {
    config: withFields(config, byId),
    keys: secretIds.flatMap((secretId, index) => {
      const key = keys[index] ?? null
      return key === null ? [] : [{ secretId, number: index + 1, key }]
    }),
  }
}

function fieldIdsOf(config: ProviderConfig): string[] {
  return secretFieldsOf(config).map(({ secretId }) => secretId)
}

function withFields(
  config: ProviderConfig,
  values: ReadonlyMap<string, string | null | undefined>,
): SentConfig {
  const idOf = new Map(
    secretFieldsOf(config).map(({ kind, name, secretId }) => [`${kind} ${name}`, secretId]),
  )
  const [headers = {}, query = {}] = fieldKinds.map((kind) =>
    Object.fromEntries(
      Object.entries(config[kind]).flatMap(([name, open]) => {
        const secretId = idOf.get(`${kind} ${name}`)
        const value = secretId === undefined ? open : (values.get(secretId) ?? null)
        return value === null ? [] : [[name, value]]
      }),
    ),
  )
  return { ...config, headers, query }
}
