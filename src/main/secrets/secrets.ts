import { AppError } from '../../shared/errors.ts'
import type { Broadcast } from '../../shared/ipc/define.ts'
import type { keySources } from '../../shared/providers.ts'
import type { secrets as secretsFeature } from '../../shared/secrets.ts'
import type { Keychain } from './keychain.ts'
import { redactKeys } from './redact.ts'

export type KeySource = (typeof keySources)[number]

export interface Secrets {
  /** The key, for requests made by main; null where none is set. Errors: keychainUnavailable. */
  get: (providerId: string) => Promise<string | null>
  /** Errors: keyMalformed; keychainUnavailable unless it is for this session only. */
  set: (providerId: string, key: string, sessionOnly: boolean) => Promise<KeySource>
  /** Errors: keychainUnavailable, where the keychain may still hold it. */
  remove: (providerId: string) => Promise<void>
  /** As `get`, but null as well where the keychain can't be asked, or is not quick to answer. */
  getSoon: (providerId: string) => Promise<string | null>
  /** Where the key lies; `none` wherever `getSoon` has none. */
  source: (providerId: string) => Promise<KeySource>
  keychainAvailable: () => Promise<boolean>
  /** Masks every known key, and what looks like one. */
  redact: (text: string) => string
  /** Calls the listener after a key was set or removed, or came after `getSoon` had given up. */
  onChanged: (listener: (providerId: string) => void) => void
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
  const listeners: ((providerId: string) => void)[] = []

  function changed(providerId: string): void {
    broadcast('changed', { providerId })
    for (const listener of listeners) listener(providerId)
  }

  async function get(providerId: string): Promise<string | null> {
    const known = ofSession.get(providerId) ?? ofKeychain.get(providerId)
    if (known !== undefined) return known
    const stored = await keychain.get(providerId)
    ofKeychain.set(providerId, stored)
    return stored
  }

  async function getSoon(providerId: string): Promise<string | null> {
    const asked = get(providerId).catch(() => null)
    const limit = Promise.withResolvers<undefined>()
    const timer = setTimeout(limit.resolve, soonMilliseconds, undefined)
    const key = await Promise.race([asked, limit.promise])
    clearTimeout(timer)
    if (key !== undefined) return key
    void asked.then((late) => {
      if (late !== null) changed(providerId)
    })
    return null
  }

  return {
    get,
    getSoon,
    async set(providerId, key, sessionOnly) {
      const clean = parseKey(key)
      if (sessionOnly) {
        ofSession.set(providerId, clean)
      } else {
        await keychain.set(providerId, clean)
        ofKeychain.set(providerId, clean)
        ofSession.delete(providerId)
      }
      changed(providerId)
      return sessionOnly ? 'session' : 'keychain'
    },
    async remove(providerId) {
      const onlyOfSession = ofSession.delete(providerId) && !ofKeychain.get(providerId)
      ofKeychain.delete(providerId)
      try {
        await keychain.remove(providerId)
      } catch (error) {
        if (!onlyOfSession) throw error
      } finally {
        // A read that was under way may have put it back.
        ofKeychain.delete(providerId)
        changed(providerId)
      }
    },
    async source(providerId) {
      if (ofSession.has(providerId)) return 'session'
      const key = await getSoon(providerId)
      if (key === null) return 'none'
      return ofSession.has(providerId) ? 'session' : 'keychain'
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
