import type { Model, ModelReference } from '../../../shared/models.ts'
import type { Provider } from '../../providers/provider.ts'
import type { Database } from '../../storage/connection.ts'

export interface RunDependencies {
  database: Database
  lookup: (providerId: string) => Promise<Provider>
  describe: (model: ModelReference) => Promise<Model>
  /** Announces that a table has changed; `now` for a change of its state. */
  announce: (batchId: string, when: 'now' | 'soon') => void
  /** Fires when Parley gives up requests whose answers have not come. */
  closing: AbortSignal
  now: () => number
  /** Resolves after the time, or once the signal fires. */
  delay: (milliseconds: number, signal: AbortSignal) => Promise<void>
}

/** A table that is being sent. */
export interface BatchRun {
  /** The time until which nothing is sent, because the service has asked for it; null if none. */
  until: () => number | null
  /** Looks again at the table's state, which has changed. */
  wake: () => void
  /** True once it sends no further row, whatever the table's state. */
  isEnding: () => boolean
  /** Sends no further row. */
  stop: () => void
  /** Resolves once no request is under way. */
  ended: Promise<void>
}
