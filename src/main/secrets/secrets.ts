import { AppError } from '../../shared/errors.ts'
import type { Broadcast } from '../../shared/ipc/define.ts'
import type { keySources } from '../../shared/providers.ts'
import type { secrets as secretsFeature } from '../../shared/secrets.ts'
import type { Keychain } from './keychain.ts'
import { redactKeys } from './redact.ts'
import { ownerOf } from './secretId.ts'

export type KeySource = (typeof keySources)[number]

/** Keys by their secret id: see `secretIdOf`. */
export interface Secrets {
  /** The key, for requests made by main; null where none is set. Errors: keychainUnavailable. */
  get: (secretId: string) => Promise<string | null>
  /** Errors: keyMalformed; keychainUnavailable unless it is for this session only. */
  set: (secretId: string, key: string, sessionOnly: boolean) => Promise<KeySource>
  /** Errors: keychainUnavailable, where the keychain may still hold it. */
  remove: (secretId: string) => Promise<void>
  /** As `get`, but null as well where the keychain can't be asked, or is not quick to answer. */
  getSoon: (secretId: string) => Promise<string | null>
  /** Where the key lies; `none` wherever `getSoon` has none. */
  source: (secretId: string) => Promise<KeySource>
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
  const ofSession = new Map<string, string>()
  /** What the keychain has said; null where it has no key. */
  const ofKeychain = new Map<string, string | null>()
  const listeners: ((secretId: string) => void)[] = []

  function changed(secretId: string): void {
    broadcast('changed', { providerId: ownerOf(secretId).providerId })
    for (const listener of listeners) listener(secretId)
  }

  async function get(secretId: string): Promise<string | null> {
    const known = ofSession.get(secretId) ?? ofKeychain.get(secretId)
    if (known !== undefined) return known
    const stored = await keychain.get(secretId)
    ofKeychain.set(secretId, stored)
    return stored
  }

  async function getSoon(secretId: string): Promise<string | null> {
    const asked = get(secretId).catch(() => null)
    const limit = Promise.withResolvers<undefined>()
    const timer = setTimeout(limit.resolve, soonMilliseconds, undefined)
    const key = await Promise.race([asked, limit.promise])
    clearTimeout(timer)
    if (key !== undefined) return key
    void asked.then((late) => {
      if (late !== null) changed(secretId)
    })
    return null
  }

  return {
    get,
    getSoon,
    async set(secretId, key, sessionOnly) {
      const clean = parseKey(key)
      if (sessionOnly) {
        ofSession.set(secretId, clean)
      } else {
        await keychain.set(secretId, clean)
        ofKeychain.set(secretId, clean)
        ofSession.delete(secretId)
      }
      changed(secretId)
      return sessionOnly ? 'session' : 'keychain'
    },
    async remove(secretId) {
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
    },
    async source(secretId) {
      if (ofSession.has(secretId)) return 'session'
      const key = await getSoon(secretId)
      if (key === null) return 'none'
      return ofSession.has(secretId) ? 'session' : 'keychain'
    },
    keychainAvailable: () => keychain.available(),
    redact: (text) =>
      redactKeys(text, [
        ...ofSession.values(),
        ...[...ofKeychain.values()].filter((key) => key !== null),
      ]),
    onChanged: (listener) => void listeners.push(listener),
  }
}

/** White space and invisible characters, as they cling to a key that was copied from a page. */
const pasteRemains = /^[\s\u200b-\u200d\u2060\ufeff]+|[\s\u200b-\u200d\u2060\ufeff]+$/g
/** The printable characters of Latin-1: what fetch lets into a header. */
const headerCharacters = /^[\x21-\x7e\xa1-\xac\xae-\xff]+$/

/** The key as a header can carry it. Errors: keyMalformed. */
export function parseKey(key: string): string {
  const clean = key.replace(pasteRemains, '')
  if (!headerCharacters.test(clean)) {
    const reason = clean === '' ? 'is empty' : 'holds characters that no key has'
    throw new AppError('keyMalformed', `The key ${reason}`)
  }
  return clean
}
