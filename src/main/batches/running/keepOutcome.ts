import { AppError, toWire, type ErrorCode, type WireError } from '../../../shared/errors.ts'
import type { Database } from '../../storage/connection.ts'
import { settleRow, type Outcome, type SentRow } from '../rowTable.ts'

/** After them an answer is written down later. */
const passing: ReadonlySet<ErrorCode> = new Set(['diskFull', 'databaseLocked'])
const keepPauseMs = 1000

export interface KeepOptions {
  database: Database
  /** Fires when Parley closes the database. */
  closing: AbortSignal
  now: () => number
  /** Resolves after the time, or once the signal fires. */
  delay: (milliseconds: number, signal: AbortSignal) => Promise<void>
  /** Shows why the answer waits, until when; null once it waits no more. */
  onWait: (wait: { error: WireError; until: number } | null) => void
}

/** Writes an outcome down, again and again while the disk is full: it may have been paid for. */
export async function keepOutcome(
  row: SentRow,
  outcome: Outcome,
  { database, closing, now, delay, onWait }: KeepOptions,
): Promise<void> {
  for (;;) {
    try {
      settleRow(database, row, outcome)
      return
    } catch (error) {
      const mayPass = error instanceof AppError && passing.has(error.code)
      if (!mayPass || closing.aborted) throw error
      onWait({ error: toWire(error), until: now() + keepPauseMs })
      await delay(keepPauseMs, closing)
      onWait(null)
    }
  }
}
