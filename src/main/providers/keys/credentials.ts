import { AppError } from '../../../shared/errors.ts'
import type { ProviderConfig } from '../../../shared/providers.ts'
import { isAwsOrigin, originOf } from '../../secrets/originOf.ts'
import type { Secrets } from '../../secrets/secrets.ts'
import type { Permissions } from './permissions.ts'
import { withheld } from './permissions.ts'
import { keySecretIdsOf, needsKey, secretIdsOf, takesKey } from './providerKeys.ts'
import { fieldKinds, secretFieldsOf } from './secretFields.ts'

/** Where secrets lie, and where they may go. */
export interface Vault {
  secrets: Pick<Secrets, 'get' | 'getSoon' | 'state'>
  permissions: Permissions
}

/** A key as it is sent. It is never logged, and never crosses the bridge. */
export interface ProviderKey {
  secretId: string
  /** From 1, in the order of the settings. */
  number: number
  key: string
}

/** A provider with the true values of its headers and query fields: as secret as a key. */
export type SentConfig = Omit<ProviderConfig, 'headers' | 'query'> & {
  headers: Record<string, string>
  query: Record<string, string>
}

/** All that a provider's requests carry, of what was entered for the origin that they go to. */
export interface Credentials {
  config: SentConfig
  /** In the order in which they are tried. */
  keys: ProviderKey[]
}

/** The provider with what is no secret alone. */
export function withoutSecretFields(config: ProviderConfig): SentConfig {
  return withFields(config, new Map())
}

/**
 * What a request may carry to the provider's address. Errors: keyMissing or keychainUnavailable
 * where a key is needed; keyWithheld where what there is was entered for another origin;
 * addressInvalid where none may be sent there.
 */
export async function readCredentials(config: ProviderConfig, vault: Vault): Promise<Credentials> {
  const { secrets, permissions } = vault
  const { name } = config
  const origin = originOf(config.baseUrl)
  if (origin !== null && config.aws?.credentials === 'profile' && !isAwsOrigin(origin)) {
    await permissions.assert({ kind: 'awsProfile', origin, provider: name })
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

/** As `readCredentials`, but only what is quick to be had and may be sent; never asks anyone. */
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
