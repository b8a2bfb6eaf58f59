import type { Fields, ProviderConfig } from '../../../shared/providers.ts'
import { fieldSecretIdOf } from '../../secrets/secretId.ts'

export const fieldKinds = ['headers', 'query'] as const
export type FieldKind = (typeof fieldKinds)[number]

/** A header or query parameter with a secret value. */
export interface SecretField {
  kind: FieldKind
  name: string
  secretId: string
}

/** Query parameters without secrets, which the page may show. */
const publicNames: ReadonlySet<string> = new Set(['api-version'])

/** Returns true for every header, and for every query parameter that is not known to be public. */
function isSecretField(kind: FieldKind, name: string): boolean {
  return kind === 'headers' || !publicNames.has(name)
}

/** Returns the secret headers and query parameters of a provider. */
export function secretFieldsOf(config: Pick<ProviderConfig, 'id' | FieldKind>): SecretField[] {
  return fieldKinds.flatMap((kind) =>
    Object.keys(config[kind])
      .filter((name) => isSecretField(kind, name))
      .map((name) => ({ kind, name, secretId: fieldSecretIdOf(config.id, kind, name) })),
  )
}

/** Returns the configuration without its secrets, and the secrets that had a value. */
export function takeSecrets<Config extends Pick<ProviderConfig, 'id' | FieldKind>>(
  config: Config,
): { config: Config; values: { secretId: string; value: string }[] } {
  const values = secretFieldsOf(config).flatMap(({ kind, name, secretId }) => {
    const value = config[kind][name] ?? null
    return value === null ? [] : [{ secretId, value }]
  })
  const headers = withoutSecrets('headers', config.headers)
  const query = withoutSecrets('query', config.query)
  return { config: { ...config, headers, query }, values }
}

function withoutSecrets(kind: FieldKind, fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, isSecretField(kind, name) ? null : value]),
  )
}
