import { AppError, toWire } from '../../shared/errors.ts'
import { createSerialQueue } from '../../shared/serialQueue.ts'
import type { LeftThreads } from '../../shared/serviceFiles.ts'
import type { KeyedClient } from '../providers/keys/keyed.ts'
import { mapConcurrently } from '../providers/local/mapConcurrently.ts'
import type { ThreadAccount } from '../providers/assistants/threadRecord.ts'
import type { ProviderLookup } from '../providers/provider.ts'
import { originOf } from '../secrets/originOf.ts'
import { withTimeout } from '../timeLimit.ts'
import type { LeavingThread, LeavingThreads } from './leavingThreads.ts'

export interface ThreadRemovalOptions {
  table: () => LeavingThreads
  /** Throws `providerMissing` for a provider that is gone or turned off: it is asked nothing. */
  lookup: ProviderLookup
  eachKey: (providerId: string) => Promise<KeyedClient[]>
  nameOf: (providerId: string) => string
  addressOf: (providerId: string) => string
}

/** The threads of erased chats, which Parley has made and deletes without a question. */
export interface ThreadRemoval {
  /** Tries each of them once. One that can't be deleted stays, with the reason. */
  remove: () => Promise<void>
  /** Returns the services that still have some, after a try that has failed. */
  left: () => LeftThreads[]
  /** Stops to keep those that could not be deleted, such as those of a provider that is gone. */
  forget: () => void
}

const removedAtOnce = 5
const removeMs = 30_000

export function createThreadRemoval(options: ThreadRemovalOptions): ThreadRemoval {
  const { table, lookup, eachKey, nameOf, addressOf } = options
  const inTurn = createSerialQueue()

  /**
   * Returns a function that deletes a thread in an account. Errors: providerMissing, keyMissing,
   * keyWithheld if the provider's address leads elsewhere now.
   */
  async function open({ providerId, secretId, origin }: ThreadAccount) {
    await lookup(providerId)
    const details = { provider: nameOf(providerId) }
    // Another service knows none of the threads, which would look as if they were gone.
    if (origin !== null && origin !== originOf(addressOf(providerId))) {
      throw new AppError('keyWithheld', 'The address is another one', {
        ...details,
        subject: origin,
      })
    }
    const client = (await eachKey(providerId)).find((one) => one.secretId === secretId)
    if (!client) throw new AppError('keyMissing', 'The key is gone', details)
    const { removeThread } = client.open(true)
    if (!removeThread) throw new AppError('notSupported', 'It has no threads', details)
    return (threadId: string): Promise<void> =>
      withTimeout(removeMs, null, (signal) => removeThread(threadId, signal), details)
  }

  /** Tries the threads in one account. After a failure that all of them share, no more is asked. */
  async function removeFrom(threads: readonly LeavingThread[]): Promise<void> {
    const [account] = threads
    if (!account) return
    const opened = open(account)
    let shared: Error | undefined
    await mapConcurrently(threads, removedAtOnce, async (thread) => {
      try {
        if (shared) throw shared
        const removeThread = await opened
        await removeThread(thread.threadId)
        table().remove(thread)
      } catch (error) {
        if (error instanceof Error && isShared(error)) shared = error
        table().keepError(thread, toWire(error))
      }
    })
  }

  const failed = () =>
    table()
      .list()
      .filter(({ error }) => error !== null)

  return {
    remove: () =>
      inTurn(async () => {
        const byAccount = Map.groupBy(table().list(), ({ providerId, secretId, origin }) =>
          JSON.stringify([providerId, secretId, origin]),
        )
        await Promise.all([...byAccount.values()].map(removeFrom))
      }),
    left() {
      const byProvider = Map.groupBy(failed(), ({ providerId }) => providerId)
      return [...byProvider].flatMap(([providerId, [first]]) =>
        first?.error ? { providerId, service: nameOrId(providerId), error: first.error } : [],
      )
    },
    forget() {
      for (const thread of failed()) table().remove(thread)
    },
  }

  function nameOrId(providerId: string): string {
    try {
      return nameOf(providerId)
    } catch {
      return providerId
    }
  }
}

const sharedStatuses: ReadonlySet<number> = new Set([401, 402, 403, 407, 408, 429])

/** Tells whether the account's other threads would fail, too: only an answer about one is its own. */
function isShared(error: Error): boolean {
  if (!(error instanceof AppError) || error.code === 'notAnApi') return true
  const { status } = error.details
  return status === undefined || sharedStatuses.has(status)
}
