import type { Broadcast } from '../../shared/ipc/define.ts'
import type { keySources } from '../../shared/providers.ts'
import type { secrets as secretsFeature } from '../../shared/secrets.ts'
import { late, within } from '../timeLimit.ts'
import { readBoundKey, writeBoundKey } from './boundKey.ts'
import type { BoundKey } from './boundKey.ts'
import type { Keychain } from './keychain.ts'
import { redactKeys } from './redact.ts'
import { ownerOf } from './secretId.ts'

export type KeySource = (typeof keySources)[number]

/** The location of a key, from the point of view of one origin. */
export interface SecretState {
  /** `none` if no key is set for this origin or the keychain does not answer soon. */
  source: KeySource
  /** The origin for which the key was entered; null if there is no key. */
  boundTo: string | null
}

/** The options for storing a secret. */
export interface Keeping {
  /** The only origin that may ever receive it. */
  origin: string
  /** Keeps it in memory only, until Parley quits. */
  sessionOnly: boolean
}

/**
 * Stores keys by secret id (see `secretIdOf`), each bound to the origin for which it was entered.
 * The keychain holds the origin with the key, so that a change of an address does not move the key.
 */
export interface Secrets {
  /**
   * Returns the key for main's requests to this origin; null if none was entered for it or the
   * origin is null. Errors: keychainUnavailable.
   */
  get: (secretId: string, origin: string | null) => Promise<string | null>
  /** Stores a key. Errors: keychainUnavailable unless `sessionOnly` is set. */
  set: (secretId: string, key: string, keeping: Keeping) => Promise<KeySource>
  /**
   * Removes secrets of any kind and all knowledge of them. There is no other way to remove a key.
   * Errors: keychainUnavailable if the keychain may still hold one of them.
   */
  remove: (...secretIds: string[]) => Promise<void>
  /** Like `get`, but returns null if the keychain is unavailable or slow. */
  getSoon: (secretId: string, origin: string | null) => Promise<string | null>
  /** Returns the state. Waits for the keychain as briefly as `getSoon`. */
  state: (secretId: string, origin: string | null) => Promise<SecretState>
  /**
   * Sets the origins of keys from earlier versions, which the keychain holds without one, by the
   * ids of their owners. Called once at the start, before a page can change an address.
   */
  bindOld: (origins: ReadonlyMap<string, string>) => void
  keychainAvailable: () => Promise<boolean>
  /** Masks all known keys and everything that looks like one. */
  redact: (text: string) => string
  /** Calls the listener after a key was set or removed, or arrived after `getSoon` had given up. */
  onChanged: (listener: (secretId: string) => void) => void
}

export interface SecretsDependencies {
  keychain: Keychain
  broadcast: Broadcast<typeof secretsFeature>
}

/** The limit of waiting for a keychain that may be asking for its password. */
const soonMilliseconds = 1000

export function createSecrets({ keychain, broadcast }: SecretsDependencies): Secrets {
  const ofSession = new Map<string, BoundKey>()
  /** Results from the keychain; null if it has no usable key. */
  const ofKeychain = new Map<string, BoundKey | null>()
  /** Keys set or removed in this run. A pending read must not undo that. */
  const settled = new Set<string>()
  const oldOrigins = new Map<string, string>()
  const listeners: ((secretId: string) => void)[] = []

  function changed(secretId: string): void {
    broadcast('changed', { providerId: ownerOf(secretId).providerId })
    for (const listener of listeners) listener(secretId)
  }

  async function read(secretId: string): Promise<BoundKey | null> {
    const known = ofSession.get(secretId) ?? ofKeychain.get(secretId)
    if (known !== undefined) return known
    const text = await keychain.get(secretId)
    const stored = text === null ? null : (readBoundKey(text) ?? bind(secretId, text))
    ofKeychain.set(secretId, stored)
    return stored
  }

  /** Returns null for a key whose origin is unknown. */
  function bind(secretId: string, key: string): BoundKey | null {
    const origin = oldOrigins.get(ownerOf(secretId).providerId)
    if (origin === undefined) return null
    const bound = { origin, key }
    if (!settled.has(secretId)) {
      keychain.set(secretId, writeBoundKey(bound)).catch(() => undefined)
    }
    return bound
  }

  async function readSoon(secretId: string): Promise<BoundKey | null> {
    const asked = read(secretId).catch(() => null)
    const bound = await within(soonMilliseconds, asked)
    if (bound !== late) return bound
    void asked.then((key) => {
      if (key !== null) changed(secretId)
    })
    return null
  }

  async function removeOne(secretId: string): Promise<void> {
    settled.add(secretId)
    const onlyOfSession = ofSession.delete(secretId) && !ofKeychain.get(secretId)
    ofKeychain.delete(secretId)
    try {
      await keychain.remove(secretId)
    } catch (error) {
      if (!onlyOfSession) throw error
    } finally {
      // A pending read may have restored it.
      ofKeychain.delete(secretId)
      changed(secretId)
    }
  }

  return {
    get: async (secretId, origin) => keyFor(origin, await read(secretId)),
    getSoon: async (secretId, origin) => keyFor(origin, await readSoon(secretId)),
    async set(secretId, key, { origin, sessionOnly }) {
      settled.add(secretId)
      const bound = { origin, key }
      if (sessionOnly) {
        ofSession.set(secretId, bound)
      } else {
        await keychain.set(secretId, writeBoundKey(bound))
        ofKeychain.set(secretId, bound)
        ofSession.delete(secretId)
      }
      changed(secretId)
      return sessionOnly ? 'session' : 'keychain'
    },
    async remove(...secretIds) {
      const failures: unknown[] = []
      for (const secretId of secretIds) {
        await removeOne(secretId).catch((error: unknown) => failures.push(error))
      }
      if (failures.length > 0) throw failures[0]
    },
    async state(secretId, origin) {
      const bound = await readSoon(secretId)
      if (bound === null) return { source: 'none', boundTo: null }
      const source = ofSession.has(secretId) ? 'session' : 'keychain'
      return { source: bound.origin === origin ? source : 'none', boundTo: bound.origin }
    },
    bindOld(origins) {
      for (const [ownerId, origin] of origins) oldOrigins.set(ownerId, origin)
    },
    keychainAvailable: () => keychain.available(),
    redact: (text) =>
      redactKeys(
        text,
        [...ofSession.values(), ...ofKeychain.values()].flatMap((bound) => bound?.key ?? []),
      ),
    onChanged: (listener) => void listeners.push(listener),
  }
}

function keyFor(origin: string | null, bound: BoundKey | null): string | null {
  return bound !== null && bound.origin === origin ? bound.key : null
}
