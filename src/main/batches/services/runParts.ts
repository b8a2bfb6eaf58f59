import { AppError, toWire } from '../../../shared/errors.ts'
import type { Model } from '../../../shared/models.ts'
import type { JobRun } from '../../jobs/jobKind.ts'
import type { KeyedClient } from '../../providers/keys/keyed.ts'
import type { BatchOffer, RequestBatches } from '../../providers/requestBatches.ts'
import { wasRefused } from '../../providers/errors/wasRefused.ts'
import { readAnswerShape } from '../answers/answerShape.ts'
import { readBatch, readState, setState } from '../batchTable.ts'
import { inSlices } from '../inSlices.ts'
import { hasWaiting, moveSlice } from '../rowTable.ts'
import { judgeRefusal } from '../running/judgeRefusal.ts'
import { createPace } from '../running/pace.ts'
import type { BatchRun, RunDependencies } from '../running/runBatch.ts'
import { atBatchRate } from './batchRate.ts'
import { createFollower } from './followPart.ts'
import { deleteInput, packPart } from './packPart.ts'
import {
  addPart,
  deletePart,
  readOpenParts,
  readParts,
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
  const signal = AbortSignal.any([stopping.signal, closing])
  /** Parts whose input this run has written: it lies in the folder. */
  const packed = new Set<string>()
  let changed = Promise.withResolvers<void>()
  let isOverAt = false
  let failure: AppError | undefined
  let uploadFailures = 0
  /** True while the service takes no more batches beside those it has. */
  let isFull = false

  const isRunning = (): boolean => readState(database, batchId) === 'running'
  const isCancelled = (): boolean => readState(database, batchId) === 'cancelled'

  const follower = createFollower({
    ...{ database, shape, signal, now, isCancelled },
    serviceOf: async ({ secretId }) => (await open(secretId)).service,
    model: async () => atRate(await describeModel(), requireOffer()),
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
    changed.resolve()
    changed = Promise.withResolvers<void>()
  }

  function pauseWith(error: AppError): void {
    failure = error
    if (!isRunning()) return
    setState(database, batchId, 'paused', { error: toWire(error), now: now() })
    announce(batchId, 'now')
  }

  /** The service has refused a batch as a whole: nothing of it was run. */
  function noteFailed({ id }: Part, said: AppError | undefined): void {
    const error = said ?? new AppError('batchRefused', 'The service gives no reason')
    const others = readParts(database, batchId, ['sending', 'following'])
    isFull = error.code === 'batchQueueFull' && others.some((other) => other.id !== id)
    if (!isFull) pauseWith(error)
  }

  function requireOffer(): BatchOffer {
    const offer = batch.model && offerOf(batch.model.providerId)
    if (offer) return offer
    throw new AppError('notSupported', 'The service has no batches')
  }

  async function describeModel(): Promise<Model> {
    if (batch.model) return describe(batch.model)
    throw new AppError('modelMissing', 'The table has no model')
  }

  /** Returns the batches in the account of a key, the first by default. */
  async function open(secretId?: string): Promise<Service> {
    const offer = requireOffer()
    const clients = await eachKey(batch.model?.providerId ?? '')
    const client = clients.find((one) => secretId === undefined || one.secretId === secretId)
    if (!client) throw new AppError('keyMissing', 'The key of the batch is gone')
    const service = client.open(true).batches
    if (!service) throw new AppError('notSupported', 'The service has no batches')
    return { secretId: client.secretId, service, offer }
  }

  function maySend(): boolean {
    if (stopping.signal.aborted || failure || isFull || pace.until() > now()) return false
    return isRunning()
  }

  /** Creates what an earlier run or try has prepared, then packs what waits. */
  async function sendAll(): Promise<void> {
    try {
      for (const part of readParts(database, batchId, ['packing', 'uploaded'])) {
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
    const model = await describeModel()
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
    if (isEmpty(part)) return drop(part)
    const to = { ...{ database, service, folder, signal, closing }, modelId: modelId() }
    if (part.state === 'packing') await uploadPart(part, to)
    uploadFailures = 0
    if (!maySend()) return undefined
    await createPart(part, to)
    await deleteInput(folder, part)
    announce(batchId, 'now')
    return undefined
  }

  function modelId(): string {
    return batch.model?.modelId ?? ''
  }

  function isEmpty({ id }: Part): boolean {
    const row = database.get(`SELECT 1 FROM batch_row WHERE part_id = ? AND state = 'sent'`, id)
    return row === undefined
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
    const to = isCancelled() ? 'cancelled' : 'waiting'
    await inSlices(() => takeOutSlice(database, part, to))
    await deleteInput(folder, part)
    deletePart(database, part.id)
    announce(batchId, 'now')
  }

  /** Drops what an earlier run has not packed to its end, and all once nothing is to be sent. */
  async function dropUnsent(): Promise<void> {
    for (const part of readParts(database, batchId, ['packing', 'uploaded'])) {
      if (!isRunning() || (part.state === 'packing' && !packed.has(part.id))) await drop(part)
    }
  }

  /** A batch that its service refuses gives its rows back, also after the table was cancelled. */
  function cancelWaiting(): Promise<void> {
    return inSlices(() => moveSlice(database, batchId, { from: 'waiting', to: 'cancelled' }))
  }

  /** The user may have continued the table that a failure has paused. */
  function forgetIfResumed(): void {
    if (isRunning()) failure = undefined
  }

  function isOver(): boolean {
    if (stopping.signal.aborted) return true
    const open = readOpenParts(database, batchId)
    if (open.some(({ state }) => state === 'sending' || state === 'following')) return false
    if (failure || !isRunning()) return true
    return open.length === 0 && !hasWaiting(database, batchId)
  }

  async function waitForTurn(change: Promise<void>): Promise<void> {
    const sending = pace.until() > now() ? pace.until() : Infinity
    const pause = Math.min(sending, follower.nextAt(batchId)) - now()
    if (pause <= 0) return
    const over = new AbortController()
    const waits = Number.isFinite(pause) ? [delay(pause, over.signal)] : []
    await Promise.race([change, ...waits])
    over.abort()
  }

  async function run(): Promise<void> {
    await dropUnsent()
    for (;;) {
      const change = changed.promise
      await sendAll()
      await follower.look(readParts(database, batchId, ['sending', 'following']))
      if (isCancelled()) await cancelWaiting()
      await dropUnsent()
      forgetIfResumed()
      if (isOver()) break
      await waitForTurn(change)
      forgetIfResumed()
      if (pace.until() <= now() && !follower.isHeld()) hold(null)
    }
    isOverAt = true
    hold(null)
    if (failure) throw failure
    if (stopping.signal.aborted || !isRunning()) return
    setState(database, batchId, 'done', { now: now() })
    announce(batchId, 'now')
  }

  const ended = run().catch((error: unknown) => {
    isOverAt = true
    pauseWith(asAppError(error))
    throw error
  })
  return {
    until: () => follower.heldUntil() ?? (pace.until() > now() ? pace.until() : null),
    wake,
    isEnding: () => isOverAt || stopping.signal.aborted,
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

function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  return new AppError('internal', 'A batch could not be sent', {}, error)
}
