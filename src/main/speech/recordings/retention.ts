import type { SpeechPreferences } from '../../../shared/speech/speech.ts'
import type { Database } from '../../storage/connection.ts'
import type { RecordingFiles } from './recordingFiles.ts'
import { deleteRecording, listForgettable } from './recordingRow.ts'

export interface RetentionDependencies {
  database: Database
  files: Pick<RecordingFiles, 'remove'>
  preferences: () => SpeechPreferences
  isRunning: (id: string) => boolean
  onErased: (id: string) => void
  log: (message: string, error: unknown) => void
  now: () => number
  /** The time for which the text remains available if the user keeps no history. */
  graceMilliseconds: number
}

/** Deletes recordings according to the settings. */
export interface Retention {
  /** Deletes a recording with its sound. */
  erase: (id: string) => Promise<void>
  /** Deletes recordings that the settings no longer keep. */
  forgetOld: () => Promise<void>
  /**
   * Starts the grace period of a finished recording, in which its text remains available under any
   * settings. Starts it anew for a recording that was transcribed again.
   */
  startGrace: (id: string) => void
  close: () => void
}

const dayMilliseconds = 24 * 3600_000

export function createRetention(dependencies: RetentionDependencies): Retention {
  const { database, files, preferences, isRunning, onErased, log } = dependencies
  const { now, graceMilliseconds } = dependencies
  const fresh = new Map<string, NodeJS.Timeout>()

  /** Deletes the file first: a row without its file reveals nothing. */
  async function erase(id: string): Promise<void> {
    await files.remove(id)
    deleteRecording(database, id)
    onErased(id)
  }

  async function forgetOld(): Promise<void> {
    const { historyDays, historyCount } = preferences()
    const before = historyDays === null ? 0 : now() - historyDays * dayMilliseconds
    const forgettable = listForgettable(database, {
      before: historyDays === 0 ? Number.MAX_SAFE_INTEGER : before,
      count: historyCount,
      doneOnly: historyDays === 0,
    })
    for (const id of forgettable) if (!isRunning(id) && !fresh.has(id)) await erase(id)
  }

  function forgetOldSoon(): void {
    forgetOld().catch((error: unknown) => {
      log('Old recordings were not deleted', error)
    })
  }

  return {
    erase,
    forgetOld,
    startGrace(id) {
      const over = (): void => {
        fresh.delete(id)
        forgetOldSoon()
      }
      // A recording that was transcribed again has the timer of its first grace period.
      clearTimeout(fresh.get(id))
      fresh.set(id, setTimeout(over, graceMilliseconds).unref())
      forgetOldSoon()
    },
    close() {
      for (const timer of fresh.values()) clearTimeout(timer)
    },
  }
}
