import { AppError, toWire } from '../../shared/errors.ts'
import { createSerialQueue } from '../../shared/serialQueue.ts'
import type { LeftThreads } from '../../shared/serviceFiles.ts'
import type { KeyedClient } from '../providers/keys/keyed.ts'
import { mapConcurrently } from '../providers/local/mapConcurrently.ts'
import type { ProviderLookup } from '../providers/provider.ts'
import { withTimeout } from '../timeLimit.ts'
import type { LeavingThread, LeavingThreads } from './threadTable.ts'

export interface RemoveThreadsOptions {
  table: () => LeavingThreads
  /** Throws `providerMissing` for a provider that is gone or turned off: it is asked nothing. */
  lookup: ProviderLookup
  eachKey: (providerId: string) => Promise<KeyedClient[]>
  nameOf: (providerId: string) => string
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

export function createThreadRemoval(options: RemoveThreadsOptions): ThreadRemoval {
  const { table, lookup, eachKey, nameOf } = options
  const inTurn = createSerialQueue()

  async function removeOne(thread: LeavingThread): Promise<void> {
    const { providerId, secretId, threadId } = thread
    try {
      await lookup(providerId)
      const details = { provider: nameOf(providerId) }
      const client = (await eachKey(providerId)).find((one) => one.secretId === secretId)
      if (!client) throw new AppError('keyMissing', 'The key is gone', details)
      const { removeThread } = client.open(true)
      if (!removeThread) throw new AppError('notSupported', 'It has no threads', details)
      await withTimeout(removeMs, null, (signal) => removeThread(threadId, signal), details)
      table().remove(thread)
    } catch (error) {
      table().keepError(thread, toWire(error))
    }
  }

  const failed = () =>
    table()
      .list()
      .filter(({ error }) => error !== null)

  return {
    remove: () =>
      inTurn(async () => void (await mapConcurrently(table().list(), removedAtOnce, removeOne))),
    left() {
      const byProvider = Map.groupBy(failed(), ({ providerId }) => providerId)
      return [...byProvider].flatMap(([providerId, [first]]) =>
        first?.error ? { service: nameOrId(providerId), error: first.error } : [],
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
