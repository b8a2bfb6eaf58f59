import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createProviders } from '../../../src/main/providers/providers.ts'
import type { ProvidersDependencies } from '../../../src/main/providers/providers.ts'
import type { NativeKeychain } from '../../../src/main/secrets/keychain.ts'
import { createKeychain } from '../../../src/main/secrets/keychain.ts'
import { secretIdOf } from '../../../src/main/secrets/secretId.ts'
import { createSecrets } from '../../../src/main/secrets/secrets.ts'
import { createSettings } from '../../../src/main/settings/settingsStore.ts'
import { openStore } from '../settings/openRealStore.ts'
import { openGuide } from './guide/openGuide.ts'

const emptyKeychain: NativeKeychain = {
  getPassword: () => Promise.resolve(null),
  setPassword: () => Promise.reject(new Error('read only')),
  deletePassword: () => Promise.resolve(false),
}

export const noKeychain: NativeKeychain = {
  getPassword: () => Promise.reject(new Error('no keychain here')),
  setPassword: () => Promise.reject(new Error('no keychain here')),
  deletePassword: () => Promise.reject(new Error('no keychain here')),
}

/** An address without a local server, so that none of this machine is found by accident. */
export const nowhere = 'http://127.0.0.1:9'

/** Opens the registry with real settings in a new folder, and keys for the session only. */
export function openProviders(
  dependencies: Partial<ProvidersDependencies> = {},
  native: NativeKeychain = emptyKeychain,
) {
  const folder = mkdtempSync(join(tmpdir(), 'parley-providers-'))
  const events: string[] = []
  const settings = createSettings({ folder, openStore, broadcast: () => undefined })
  const secrets = createSecrets({
    keychain: createKeychain({ load: () => Promise.resolve(native) }),
    broadcast: () => undefined,
  })
  const providers = createProviders({
    settings,
    secrets,
    guide: openGuide(),
    environment: {},
    broadcast: (name) => void events.push(name),
    ...dependencies,
  })
  /** Keeps a key for the session, bound to the provider's present address. */
  async function setKey(id: string, key: string, keyId = 'first'): Promise<void> {
    const origin = await providers.keyOrigin(id, keyId)
    await secrets.set(secretIdOf(id, keyId), key, { origin, sessionOnly: true })
  }
  return { settings, secrets, providers, events, setKey }
}
