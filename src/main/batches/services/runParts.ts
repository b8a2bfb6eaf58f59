import { AppError, toWire } from '../../../shared/errors.ts'
import type { Model, ModelReference } from '../../../shared/models.ts'
import type { JobRun } from '../../jobs/jobKind.ts'
import type { KeyedClient } from '../../providers/keys/keyed.ts'
import type { BatchOffer, RequestBatches } from '../../providers/requestBatches.ts'
import { wasRefused } from '../../providers/errors/wasRefused.ts'
import { readAnswerShape } from '../answers/answerShape.ts'
import { readBatch } from '../batchTable.ts'
import { inSlices } from '../inSlices.ts'
import { hasWaiting, moveSlice } from '../rowTable.ts'
import type { BatchRun, RunDependencies } from '../running/batchRun.ts'
import { judgeRefusal } from '../running/judgeRefusal.ts'
import { createPace } from '../running/pace.ts'
import { asAppError, createRunState, createWaker } from '../running/runState.ts'
import { atBatchRate } from './batchRate.ts'
import { createFollower } from './followPart.ts'
import { deleteInput, packPart } from './packPart.ts'
import {
  addPart,
  deletePart,
  hasOpenParts,
  hasUnsettled,
  readSentParts,
  readUnsentParts,
  takeOutSlice,
  type Part,
} from './partTable.ts'
import { createPart, uploadPart } from './sendPart.ts'

export interface PartsDependencies extends Omit<RunDependencies, 'lookup'> {
  /** Returns the clients of a provider's keys. */
  eachKey: (providerId: string) => Promise<Pick<KeyedClient, 'secretId' | 'open'>[]>
  /** Returns a provider's batches; null if it has none. */
  offerOf: (providerId: string) => BatchOffer | null
  /** The folder of the inputs that are uploaded. */
  inputFolder: string
}

/** An upload that failed without a refusal is repeated so often: it costs nothing. */
const maxUploadFailures = 5

interface Service {
  secretId: string
  service: RequestBatches
  offer: BatchOffer
}

/**
 * Sends the waiting rows of a table as batches of its service, and follows those until they have
 * ended, also after a pause or a failure. `ended` fails with the error that has paused the table.
 */
export function runParts(
  batchId: string,
  dependencies: PartsDependencies,
  hold: JobRun<unknown, unknown>['hold'],
): BatchRun {
  const { database, eachKey, offerOf, describe, announce, closing, now, delay } = dependencies
  const folder = dependencies.inputFolder
  // A started table changes nothing but its state, and its columns may be many: they are parsed once.
  const batch = readBatch(database, batchId)
  const shape = readAnswerShape(batch.answerShape)
  const pace = createPace(now)
  const stopping = new AbortController()
  const state = createRunState(batchId, dependencies)
  const waker = createWaker(delay)
  const signal = AbortSignal.any([stopping.signal, closing])
  /** Parts whose input this run has written: it lies in the folder. */
  const packed = new Set<string>()
  let hasEnded = false
  let failure: AppError | undefined
  let uploadFailures = 0
  /** True while the service takes no more batches beside those it has. */
  let isFull = false

  const follower = createFollower({
    ...{ database, batchId, shape, signal, now, isCancelled: state.isCancelled },
    serviceOf: async ({ secretId }) => (await open(secretId)).service,
    model: async () => atRate(await describe(requireModel()), requireOffer()),
    onChanged: () => announce(batchId, 'soon'),
    onHeld(error, until) {
      hold({ error: toWire(error), until, wake })
      announce(batchId, 'now')
    },
    onEnded: (part, remote) => {
      isFull = false
      if (remote?.state === 'failed') noteFailed(part, remote.errors[0]?.error)
    },
  })

  function wake(): void {
    pace.goOn()
    follower.goOn()
    waker.wake()
  }

  function pauseWith(error: AppError): void {
    failure = error
    state.pauseWith(error)
  }

  /** The service has refused a batch as a whole: nothing of it was run. */
  function noteFailed({ id }: Part, said: AppError | undefined): void {
    const error = said ?? new AppError('batchRefused', 'The service gives no reason')
    const others = readSentParts(database, batchId).filter((other) => other.id !== id)
    isFull = error.code === 'batchQueueFull' && others.length > 0
    if (!isFull) pauseWith(error)
  }

  function requireModel(): ModelReference {
    if (batch.model) return batch.model
    throw new AppError('modelMissing', 'The table has no model')
  }

  function requireOffer(): BatchOffer {
    const offer = offerOf(requireModel().providerId)
    if (offer) return offer
    throw new AppError('notSupported', 'The service has no batches')
  }

  /** Returns the batches in the account of a key, the first by default. */
  async function open(secretId?: string): Promise<Service> {
    const offer = requireOffer()
    const clients = await eachKey(requireModel().providerId)
    const client = clients.find((one) => secretId === undefined || one.secretId === secretId)
    if (!client) throw new AppError('keyMissing', 'The key of the batch is gone')
    const service = client.open(true).batches
    if (!service) throw new AppError('notSupported', 'The service has no batches')
    return { secretId: client.secretId, service, offer }
  }

  function maySend(): boolean {
    if (stopping.signal.aborted || isFull || pace.until() > now()) return false
    return state.isRunning()
  }

  /** Creates what an earlier run or try has prepared, then packs what waits. */
  async function sendAll(): Promise<void> {
    try {
      for (const part of readUnsentParts(database, batchId)) {
        if (maySend()) await send(part, await open(part.secretId))
      }
      while (maySend() && hasWaiting(database, batchId)) {
        const service = await open()
        await send(await pack(service), service)
      }
    } catch (error) {
      judge(error)
    }
  }

  async function pack({ secretId, service, offer }: Service): Promise<Part> {
    const model = await describe(requireModel())
    const endpoint = service.endpointOf(model.modelId)
    const part = addPart(database, { batchId, secretId, endpoint })
    announce(batchId, 'now')
    await packPart(part, { ...{ database, batch, model, shape, offer, service, folder, signal } })
    packed.add(part.id)
    announce(batchId, 'soon')
    return part
  }

  async function send(part: Part, { service }: Service): Promise<void> {
    // Every row of it was larger than a batch.
    if (!hasUnsettled(database, part)) return drop(part)
    const to = {
      ...{ database, service, folder, signal, closing },
      modelId: requireModel().modelId,
    }
    if (part.state === 'packing') await uploadPart(part, to)
    uploadFailures = 0
    if (!maySend()) return undefined
    await createPart(part, to)
    await deleteInput(folder, part)
    announce(batchId, 'now')
    return undefined
  }

  function judge(thrown: unknown): void {
    if (signal.aborted) return
    const error = asAppError(thrown)
    const judged = judgeRefusal(error, false)
    const isLost = !wasRefused(error) && (uploadFailures += 1) < maxUploadFailures
    if (judged === 'busy') pace.noteBusy(error.details.retryAfterSeconds)
    else if (judged === 'unreachable' || isLost) pace.noteUnreachable()
    else return pauseWith(error)
    hold({ error: toWire(error), until: pace.until(), wake })
    announce(batchId, 'now')
    return undefined
  }

  /** Gives back the rows of a part that was certainly not sent, and forgets it. */
  async function drop(part: Part): Promise<void> {
    const to = state.isCancelled() ? 'cancelled' : 'waiting'
    await inSlices(() => takeOutSlice(database, part, to))
    await deleteInput(folder, part)
    deletePart(database, part.id)
    announce(batchId, 'now')
  }

  /** Drops what an earlier run has not packed to its end, and all once nothing is to be sent. */
  async function dropUnsent(): Promise<void> {
    for (const part of readUnsentParts(database, batchId)) {
      if (!state.isRunning() || (part.state === 'packing' && !packed.has(part.id))) await drop(part)
    }
  }

  /** A batch that its service refuses gives its rows back, also after the table was cancelled. */
  function cancelWaiting(): Promise<void> {
    return inSlices(() => moveSlice(database, batchId, { from: 'waiting', to: 'cancelled' }))
  }

  function isOver(): boolean {
    if (stopping.signal.aborted) return true
    if (readSentParts(database, batchId).length > 0) return false
    if (!state.isRunning()) return true
    return !hasOpenParts(database, batchId) && !hasWaiting(database, batchId)
  }

  async function waitForTurn(change: Promise<void>): Promise<void> {
    const sending = pace.until() > now() ? pace.until() : Infinity
    const pause = Math.min(sending, follower.nextAt()) - now()
    if (pause > 0) await waker.wait(change, pause)
  }

  async function run(): Promise<void> {
    await dropUnsent()
    for (;;) {
      const change = waker.next()
      await sendAll()
      await follower.look()
      if (state.isCancelled()) await cancelWaiting()
      await dropUnsent()
      // The user may have continued the table that a failure has paused.
      if (state.isRunning()) failure = undefined
      if (isOver()) break
      await waitForTurn(change)
      if (heldUntil() === null) hold(null)
    }
    hasEnded = true
    hold(null)
    if (failure) throw failure
    if (!stopping.signal.aborted) state.complete()
  }

  /** Returns the time of the next try after a failure; null if there was none. */
  function heldUntil(): number | null {
    return follower.heldUntil() ?? (pace.until() > now() ? pace.until() : null)
  }

  const ended = run().catch((error: unknown) => {
    hasEnded = true
    pauseWith(asAppError(error))
    throw error
  })
  return {
    until: heldUntil,
    wake,
    isEnding: () => hasEnded || stopping.signal.aborted,
    stop() {
      stopping.abort()
      wake()
    },
    ended,
  }
}

function atRate(model: Model, offer: BatchOffer): Model {
  return model.price ? { ...model, price: atBatchRate(model.price, offer) } : model
}
