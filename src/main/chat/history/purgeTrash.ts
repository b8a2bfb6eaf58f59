import { runBackgroundSlices } from '../../storage/backgroundSlices.ts'
import type { Database } from '../../storage/connection.ts'
import { eraseExpired } from './trash.ts'

/** A sleeping computer's timers stand still, so a daily one could come days late. */
const hourMs = 60 * 60 * 1000

export interface TrashPurge {
  /** Deletes soon what the user has deleted for good. */
  soon: () => void
  stop: () => void
}

interface TrashPurgeOptions {
  log: (event: string, detail?: unknown) => void
  /** These chats are gone. */
  onErased: (ids: string[]) => void
  now?: () => number
  everyMs?: number
}

/** Deletes chats whose time in the trash has ended: after the start, and each hour. */
export function createTrashPurge(database: Database, options: TrashPurgeOptions): TrashPurge {
  const { log, onErased, now = Date.now, everyMs = hourMs } = options
  let stopSlices = purge()

  function purge(delayMs?: number): () => void {
    return runBackgroundSlices({
      ...(delayMs !== undefined && { delayMs }),
      work() {
        const ids = eraseExpired(database, now(), 1)
        if (ids.length > 0) onErased(ids)
        return ids.length > 0
      },
      onFailure: (error) => log('The trash could not be purged', error),
    })
  }

  function soon(): void {
    stopSlices()
    stopSlices = purge(0)
  }

  const timer = setInterval(soon, everyMs)
  timer.unref()
  return {
    soon,
    stop() {
      clearInterval(timer)
      stopSlices()
    },
  }
}
