import { AppError, toWire } from '../../../shared/errors.ts'
import type { JobRun } from '../../jobs/jobKind.ts'
import { readAnswerShape } from '../answers/answerShape.ts'
import { readBatch } from '../batchTable.ts'
import { fillRow } from '../fillPrompt.ts'
import { hasWaiting, takeRow, type Outcome, type SentRow } from '../rowTable.ts'
import type { BatchRun, RunDependencies } from './batchRun.ts'
import { judgeRefusal } from './judgeRefusal.ts'
import { keepOutcome, type KeepOptions } from './keepOutcome.ts'
import { createPace } from './pace.ts'
import { asAppError, createRunState, createWaker } from './runState.ts'
import { sendRow, type RowRequest } from './sendRow.ts'

/** After so many rows in a row that have failed, the table waits for the user. */
const maxFailuresInARow = 10

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
  const state = createRunState(batchId, dependencies)
  const waker = createWaker(delay)
  const keeping: KeepOptions = {
    ...{ database, closing, now, delay },
    onWait: (wait) => hold(wait && { ...wait, wake: () => undefined }),
  }
  const pace = createPace(now)
  const underWay = new Set<Promise<void>>()
  let isStopped = false
  let hasSucceeded = false
  let failuresInARow = 0
  let failure: AppError | undefined

  function pauseWith(error: AppError): void {
    failure = error
    state.pauseWith(error)
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
        waker.wake()
      },
    })
    announce(batchId, 'now')
  }

  async function send(row: SentRow, service: Service): Promise<void> {
    const request = { ...service, ...fillRow(batch, row.cells), shape }
    await settle(row, await sendRow(request, closing))
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
          waker.wake()
        })
      underWay.add(sending)
    }
  }

  function maySend(): boolean {
    if (isStopped || failure || underWay.size >= pace.limit() || pace.until() > now()) return false
    return state.isRunning()
  }

  function isOver(): boolean {
    if (underWay.size > 0) return false
    if (isStopped || failure || !state.isRunning()) return true
    return !hasWaiting(database, batchId)
  }

  async function waitForTurn(change: Promise<void>): Promise<void> {
    const pause = pace.until() - now()
    await waker.wait(change, pause > 0 ? pause : Infinity)
    if (pause > 0 && pace.until() <= now()) hold(null)
  }

  async function run(): Promise<void> {
    while (!isOver()) {
      const change = waker.next()
      if (maySend()) fill(await open())
      if (!isOver()) await waitForTurn(change)
    }
    hold(null)
    if (failure) throw failure
    if (!isStopped) state.complete()
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
    wake: waker.wake,
    isEnding: () => isStopped || failure !== undefined,
    stop() {
      isStopped = true
      waker.wake()
    },
    ended,
  }
}
