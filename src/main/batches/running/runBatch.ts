import { AppError, toWire } from '../../../shared/errors.ts'
import type { Model, ModelReference } from '../../../shared/models.ts'
import type { JobRun } from '../../jobs/jobKind.ts'
import type { Provider } from '../../providers/provider.ts'
import type { Database } from '../../storage/connection.ts'
import { readAnswerShape } from '../answers/answerShape.ts'
import { readBatch, readState, setState } from '../batchTable.ts'
import { valuesOf } from '../columns.ts'
import { fillPrompt } from '../fillPrompt.ts'
import { hasWaiting, takeRow, type Outcome, type SentRow } from '../rowTable.ts'
import { judgeRefusal } from './judgeRefusal.ts'
import { keepOutcome, type KeepOptions } from './keepOutcome.ts'
import { createPace } from './pace.ts'
import { sendRow, type RowRequest } from './sendRow.ts'

/** After so many rows in a row that have failed, the table waits for the user. */
const maxFailuresInARow = 10

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

type Service = Pick<RowRequest, 'provider' | 'model'>
type Hold = JobRun<unknown, unknown>['hold']

/**
 * Sends the waiting rows of a table, until none is left or its state is no longer `running`. `ended`
 * fails with the error that has paused the table.
 */
export function runBatch(batchId: string, dependencies: RunDependencies, hold: Hold): BatchRun {
  const { database, lookup, describe, announce, closing, now, delay } = dependencies
  // A started table changes nothing but its state, and its columns may be many: they are parsed once.
  const batch = readBatch(database, batchId)
  const shape = readAnswerShape(batch.answerShape)
  const isRunning = (): boolean => readState(database, batchId) === 'running'
  const keeping: KeepOptions = {
    ...{ database, closing, now, delay },
    onWait: (wait) => hold(wait && { ...wait, wake: () => undefined }),
  }
  const pace = createPace(now)
  const underWay = new Set<Promise<void>>()
  let changed = Promise.withResolvers<void>()
  let isStopped = false
  let hasSucceeded = false
  let failuresInARow = 0
  let failure: AppError | undefined

  function wake(): void {
    changed.resolve()
    changed = Promise.withResolvers<void>()
  }

  function pauseWith(error: AppError): void {
    failure = error
    if (!isRunning()) return
    setState(database, batchId, 'paused', { error: toWire(error), now: now() })
    announce(batchId, 'now')
  }

  async function settle(row: SentRow, outcome: Outcome): Promise<void> {
    const judged = outcome.state === 'waiting' ? judgeRefusal(outcome.error, hasSucceeded) : null
    // A row that alone is refused has failed, and keeps its consent.
    const isOfRow = outcome.state === 'waiting' && judged === 'row'
    await keepOutcome(row, isOfRow ? { ...outcome, state: 'refused' } : outcome, keeping)
    if (outcome.state === 'done') {
      hasSucceeded = true
      failuresInARow = 0
      pace.noteSuccess()
    } else {
      const { error } = outcome
      if (judged === 'busy') pace.noteBusy(error.details.retryAfterSeconds)
      else if (judged === 'unreachable') pace.noteUnreachable()
      else if (judged === 'stop') pauseWith(error)
      else if ((failuresInARow += 1) >= maxFailuresInARow) pauseWith(error)
      if (judged === 'busy' || judged === 'unreachable') showPause(error)
    }
    announce(batchId, 'soon')
  }

  function showPause(error: AppError): void {
    hold({
      error: toWire(error),
      until: pace.until(),
      wake() {
        pace.goOn()
        wake()
      },
    })
    announce(batchId, 'now')
  }

  async function send(row: SentRow, service: Service): Promise<void> {
    const values = valuesOf(batch.format, batch.columns, row.cells)
    const system = fillPrompt(batch.system, values)
    const prompt = fillPrompt(batch.prompt, values)
    await settle(row, await sendRow({ ...service, system, prompt, shape }, closing))
  }

  /** Sends as many rows as may be under way. */
  function fill(service: Service): void {
    while (maySend()) {
      const row = takeRow(database, batchId)
      if (!row) return
      const sending = send(row, service)
        .catch((error: unknown) => {
          failure ??= asAppError(error)
        })
        .finally(() => {
          underWay.delete(sending)
          wake()
        })
      underWay.add(sending)
    }
  }

  function maySend(): boolean {
    if (isStopped || failure || underWay.size >= pace.limit() || pace.until() > now()) return false
    return isRunning()
  }

  function isOver(): boolean {
    if (underWay.size > 0) return false
    if (isStopped || failure || !isRunning()) return true
    return !hasWaiting(database, batchId)
  }

  async function waitForTurn(change: Promise<void>): Promise<void> {
    const pause = pace.until() - now()
    if (pause <= 0) return change
    const over = new AbortController()
    await Promise.race([change, delay(pause, over.signal)])
    over.abort()
    if (pace.until() <= now()) hold(null)
    return undefined
  }

  async function run(): Promise<void> {
    while (!isOver()) {
      const change = changed.promise
      if (maySend()) fill(await open())
      if (!isOver()) await waitForTurn(change)
    }
    hold(null)
    if (failure) throw failure
    if (isStopped || !isRunning()) return
    setState(database, batchId, 'done', { now: now() })
    announce(batchId, 'now')
  }

  async function open(): Promise<Service> {
    const { model } = batch
    if (!model) throw new AppError('modelMissing', 'The table has no model')
    return { provider: await lookup(model.providerId), model: await describe(model) }
  }

  const ended = run().catch(async (error: unknown) => {
    pauseWith(asAppError(error))
    await Promise.all(underWay)
    throw error
  })
  return {
    until: () => (pace.until() > now() ? pace.until() : null),
    wake,
    isEnding: () => isStopped || failure !== undefined,
    stop() {
      isStopped = true
      wake()
    },
    ended,
  }
}

function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  return new AppError('internal', 'A row could not be sent', {}, error)
}
