import { AppError } from '../../shared/errors.ts'
import { createSerialQueue } from '../../shared/serialQueue.ts'
import { late, within } from '../timeLimit.ts'

/**
 * The operating system's keychain. Every method throws keychainUnavailable if there is no keychain,
 * if it is locked, or if it exceeds the time limit.
 */
export interface Keychain {
  get: (account: string) => Promise<string | null>
  set: (account: string, key: string) => Promise<void>
  remove: (account: string) => Promise<void>
  available: () => Promise<boolean>
}

/** The methods used of keytar. */
export interface NativeKeychain {
  getPassword: (service: string, account: string) => Promise<string | null>
  setPassword: (service: string, account: string, password: string) => Promise<void>
  deletePassword: (service: string, account: string) => Promise<boolean>
}

export interface KeychainOptions {
  /** The service name of the keys in the keychain. */
  service?: string
  load?: () => Promise<NativeKeychain>
  limitMilliseconds?: number
}

export function createKeychain({
  service = 'Parley',
  load = loadKeytar,
  limitMilliseconds = 10_000,
}: KeychainOptions = {}): Keychain {
  let native: Promise<NativeKeychain> | undefined
  // A keychain that prompts the user blocks a thread of Node's small pool. So calls run one at a
  // time, and while one is overdue the others fail immediately.
  const inTurn = createSerialQueue()
  let overdue = false

  function run<Value>(ask: (keychain: NativeKeychain) => Promise<Value>): Promise<Value> {
    return inTurn(async () => {
      if (overdue) throw unavailable('it is still waiting for an earlier answer')
      native ??= load()
      const answer = native.then(ask)
      const value = await within(limitMilliseconds, answer).catch((error: unknown) => {
        throw unavailable(error instanceof Error ? error.message : 'it failed', error)
      })
      if (value !== late) return value
      overdue = true
      void answer.catch(() => undefined).then(() => (overdue = false))
      throw unavailable('it did not answer in time')
    })
  }

  return {
    get: (account) => run((keychain) => keychain.getPassword(service, account)),
    set: (account, key) => run((keychain) => keychain.setPassword(service, account, key)),
    async remove(account) {
      await run((keychain) => keychain.deletePassword(service, account))
    },
    available: () =>
      run((keychain) => keychain.getPassword(service, 'availability')).then(
        () => true,
        () => false,
      ),
  }
}

async function loadKeytar(): Promise<NativeKeychain> {
  const keytar = await import('keytar')
  return keytar.default
}

function unavailable(reason: string, cause?: unknown): AppError {
  return new AppError('keychainUnavailable', `The keychain can't be used: ${reason}`, {}, cause)
}
