import type { Broadcast } from '../../shared/ipc/define.ts'
import type { keySources } from '../../shared/providers.ts'
import type { secrets as secretsFeature } from '../../shared/secrets.ts'
import { readBoundKey, writeBoundKey } from './boundKey.ts'
import type { BoundKey } from './boundKey.ts'
import type { Keychain } from './keychain.ts'
import { redactKeys } from './redact.ts'
import { ownerOf } from './secretId.ts'

export type KeySource = (typeof keySources)[number]

/** Where a key lies, as seen from one origin. */
export interface SecretState {
  /** `none` where no key is set for this origin, or the keychain can't say it soon. */
  source: KeySource
  /** The origin that the key was entered for, this one or another; null where there is no key. */
  boundTo: string | null
}

/** How a secret is kept. */
export interface Keeping {
  /** The only origin that it will ever be sent to. */
  origin: string
  /** In memory only, until Parley quits. */
  sessionOnly: boolean
}

/**
 * Keys by their secret id (see `secretIdOf`), each bound to the origin that it was entered for. The
 * origin lies in the keychain with the key, so that no change of an address takes the key along.
 */
export interface Secrets {
  /**
   * The key, for requests that main makes to this origin; null where none was entered for it, and
   * for no origin at all. Errors: keychainUnavailable.
   */
  get: (secretId: string, origin: string | null) => Promise<string | null>
  /** Errors: keychainUnavailable unless it is for this session only. */
  set: (secretId: string, key: string, keeping: Keeping) => Promise<KeySource>
  /**
   * Removes secrets of any kind and what is known of them: the one way in which a key goes.
   * Errors: keychainUnavailable, where the keychain may still hold one of them.
   */
  remove: (...secretIds: string[]) => Promise<void>
  /** As `get`, but null as well where the keychain can't be asked, or is not quick to answer. */
  getSoon: (secretId: string, origin: string | null) => Promise<string | null>
  /** Waits for the keychain as briefly as `getSoon`. */
  state: (secretId: string, origin: string | null) => Promise<SecretState>
  /**
   * Tells where the keys of earlier versions belong, which lie in the keychain without an origin:
   * by the ids of their owners. Called once at the start, before a page could change an address.
   */
  bindOld: (origins: ReadonlyMap<string, string>) => void
  keychainAvailable: () => Promise<boolean>
  /** Masks every known key, and what looks like one. */
  redact: (text: string) => string
  /** Calls the listener after a key was set or removed, or came after `getSoon` had given up. */
  onChanged: (listener: (secretId: string) => void) => void
}

export interface SecretsDependencies {
  keychain: Keychain
  broadcast: Broadcast<typeof secretsFeature>
}

/** How long a list of providers waits for a keychain that may be asking for its password. */
const soonMilliseconds = 1000

export function createSecrets({ keychain, broadcast }: SecretsDependencies): Secrets {
  const ofSession = new Map<string, BoundKey>()
  /** What the keychain has said; null where it has no key that could be used. */
  const ofKeychain = new Map<string, BoundKey | null>()
  /** What was set or removed in this run: a read that was under way must not undo that. */
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

  /** A key without an origin is of no use where nobody knows any more what it was entered for. */
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
    const limit = Promise.withResolvers<undefined>()
    const timer = setTimeout(limit.resolve, soonMilliseconds, undefined)
    const bound = await Promise.race([asked, limit.promise])
    clearTimeout(timer)
    if (bound !== undefined) return bound
    void asked.then((late) => {
      if (late !== null) changed(secretId)
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
      // A read that was under way may have put it back.
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
