import { secretIdOf } from '../../secrets/secretId.ts'
import type { Provider } from '../provider.ts'
import { firstKeyId } from '../../../shared/providers.ts'
import type { KeyedClient } from './keyed.ts'
import { sendsNoKey } from './missingKey.ts'
import type { Credentials, SentConfig } from './credentials.ts'

export interface Clients {
  /** Returns one client for each key, or a single client without a key. */
  of: (credentials: Credentials) => KeyedClient[]
  forget: (providerId: string) => void
}

/** Creates the client of a key, by the key's name in the keychain. */
export type CreateClient = (
  config: SentConfig,
  secretId: string,
  given: { key: string | null; lastKey: boolean },
) => Provider

/** Caches clients and recreates them when the configuration or a key changes. */
export function createClients(create: CreateClient): Clients {
  const kept = new Map<string, { fingerprint: string; clients: Map<string, Provider> }>()

  function clientsOf(credentials: Credentials): Map<string, Provider> {
    const { config } = credentials
    const fingerprint = fingerprintOf(credentials)
    const known = kept.get(config.id)
    if (known?.fingerprint === fingerprint) return known.clients
    const clients = new Map<string, Provider>()
    kept.set(config.id, { fingerprint, clients })
    return clients
  }

  return {
    of(credentials) {
      const { config, keys } = credentials
      const clients = clientsOf(credentials)
      const openWith = (secretId: string, key: string | null) => (lastKey: boolean) => {
        const variant = `${String(lastKey)} ${secretId}`
        const known = clients.get(variant)
        if (known) return known
        const client = create(config, secretId, { key, lastKey })
        clients.set(variant, client)
        return client
      }
      if (keys.length === 0) {
        const secretId = secretIdOf(config.id, firstKeyId)
        const wantsKey = sendsNoKey(credentials)
        return [{ secretId, number: 1, hasKey: false, wantsKey, open: openWith(secretId, null) }]
      }
      return keys.map(({ secretId, number, key }) => ({
        secretId,
        number,
        hasKey: true,
        wantsKey: false,
        open: openWith(secretId, key),
      }))
    },
    forget: (providerId) => void kept.delete(providerId),
  }
}

/** Returns a fingerprint of everything that affects answers. It contains the keys: never log it. */
export function fingerprintOf({ config, keys }: Credentials): string {
  return JSON.stringify([config, keys])
}
