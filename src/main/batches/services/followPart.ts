import { AppError, type ErrorCode } from '../../../shared/errors.ts'
import type { Model } from '../../../shared/models.ts'
import { unlessGone } from '../../providers/errors/unlessGone.ts'
import { wasRefused } from '../../providers/errors/wasRefused.ts'
import { hasEnded, type RemoteBatch, type RequestBatches } from '../../providers/requestBatches.ts'
import { pollDelay } from '../../pollDelay.ts'
import type { Database } from '../../storage/connection.ts'
import type { AnswerShape } from '../answers/answerShape.ts'
import { inSlices } from '../inSlices.ts'
import { isBusy } from '../running/sendRow.ts'
import { joinResults, settleRest } from './collectPart.ts'
import {
  keepRemote,
  knownRemoteIds,
  markGuess,
  moveRowsSlice,
  priceOfWhole,
  setPartState,
  hasUnsettled,
  readSentParts,
} from './partTable.ts'
import type { Part } from './partTable.ts'

/** A creation whose answer was lost is looked for so often, with these pauses: two minutes. */
const maxSearches = 13
const searchPauseMs = 10_000
/** Downloads of results that come cut off, or that the service refuses, before the batch is lost. */
const maxDownloads = 5

export interface FollowerDependencies {
  batchId: string
  database: Database
  /** The columns that the answers have to give; null for texts. */
  shape: AnswerShape | null
  signal: AbortSignal
  now: () => number
  /** Tells whether the user has cancelled the table. */
  isCancelled: () => boolean
  serviceOf: (part: Part) => Promise<RequestBatches>
  /** Returns the model with its price at batch rate. */
  model: () => Promise<Model>
  onChanged: () => void
  /** Called when a service could not be asked, with the time of the next try. */
  onHeld: (error: AppError, until: number) => void
  /** `remote` is null for a batch that is lost. */
  onEnded: (part: Part, remote: RemoteBatch | null) => void
}

/** A run's knowledge of a part, besides what is stored. */
interface Watch {
  /** The time at which the service is asked next. */
  at: number
  delayMs: number
  searches: number
  downloads: number
  isCancelSent: boolean
  error: AppError | null
}

/** Without them no look at a batch can succeed. */
const accountGone: ReadonlySet<ErrorCode> = new Set(['keyMissing', 'providerMissing'])

/** Looks after the batches that a service has: finds lost ones, polls, and collects the results. */
export function createFollower(dependencies: FollowerDependencies) {
  const { database, batchId, shape, signal, now, isCancelled, serviceOf, onChanged, onEnded } =
    dependencies
  const watches = new Map<string, Watch>()

  function watchOf({ id }: Part): Watch {
    const known = watches.get(id)
    if (known) return known
    const watch: Watch = {
      ...{ at: now(), delayMs: 0, searches: 0, downloads: 0 },
      ...{ isCancelSent: false, error: null },
    }
    watches.set(id, watch)
    return watch
  }

  function waitLonger(part: Part, watch: Watch): void {
    watch.delayMs = pollDelay(now() - (part.sentAt ?? now()), watch.delayMs)
    watch.at = now() + watch.delayMs
  }

  async function lookAt(part: Part): Promise<void> {
    const watch = watchOf(part)
    try {
      const service = await serviceOf(part)
      if (part.state === 'sending') await search(part, service, watch)
      else await follow(part, service, watch)
      watch.error = null
    } catch (thrown) {
      if (signal.aborted) return
      if (!(thrown instanceof AppError)) throw thrown
      if (accountGone.has(thrown.code)) return lose(part)
      watch.error = thrown
      waitLonger(part, watch)
      dependencies.onHeld(thrown, watch.at)
    }
    return undefined
  }

  async function search(part: Part, service: RequestBatches, watch: Watch): Promise<void> {
    const lost = {
      ...{ fileId: part.fileId, requests: part.rows, sentAt: part.sentAt ?? 0 },
      otherIds: knownRemoteIds(database),
    }
    const found = await service.find(lost, signal)
    if (found) {
      if (service.guesses) markGuess(database, part.id)
      keepRemote(database, part.id, found)
      watch.at = now()
      onChanged()
      return
    }
    watch.searches += 1
    watch.at = now() + searchPauseMs
    if (watch.searches >= maxSearches) await lose(part)
  }

  /** Leaves it to the user whether the rows are sent again, or the batch is looked for once more. */
  async function lose(part: Part): Promise<void> {
    await inSlices(() => moveRowsSlice(database, part, { from: 'sent', to: 'unknown' }))
    end(part, 'lost', null)
  }

  function end(part: Part, state: 'ended' | 'lost', remote: RemoteBatch | null): void {
    setPartState(database, part.id, state)
    watches.delete(part.id)
    onEnded(part, remote)
    onChanged()
  }

  async function follow(part: Part, service: RequestBatches, watch: Watch): Promise<void> {
    const id = part.remoteId ?? ''
    // Somebody else's batch must go on.
    if (isCancelled() && service.cancel && !watch.isCancelSent && !part.isGuess) {
      await ignoreRefusal(service.cancel(id, signal))
      watch.isCancelSent = true
    }
    const remote = await unlessGone(service.read(id, signal))
    if (!remote) return lose(part)
    keepRemote(database, part.id, remote)
    onChanged()
    if (!hasEnded(remote.state)) return waitLonger(part, watch)
    if (await collect(part, remote, service)) {
      await settleRest(part, remote, database)
      return end(part, 'ended', remote)
    }
    watch.downloads += 1
    return watch.downloads < maxDownloads ? waitLonger(part, watch) : lose(part)
  }

  /** Joins the results. Returns false if rows may have some that could not be read. */
  async function collect(
    part: Part,
    remote: RemoteBatch,
    service: RequestBatches,
  ): Promise<boolean> {
    const model = await dependencies.model()
    // A price of the whole is in the table already: the rows add nothing to it.
    const isPriced = priceOfWhole(part, remote) !== null
    const from = {
      ...{ database, shape, service, signal, onWritten: onChanged },
      model: isPriced ? { ...model, price: { input: 0, output: 0 } } : model,
    }
    try {
      const isWhole = await joinResults(part, remote, from)
      return isWhole || !hasUnsettled(database, part)
    } catch (error) {
      if (isRefusal(error)) return false
      throw error
    }
  }

  return {
    /** Asks the services of all parts whose time has come. */
    async look(): Promise<void> {
      for (const part of readSentParts(database, batchId)) {
        if (signal.aborted) return
        if (watchOf(part).at <= now()) await lookAt(part)
      }
    },
    /** Returns the time of the next look; infinity for none. */
    nextAt(): number {
      const parts = readSentParts(database, batchId)
      return Math.min(Infinity, ...parts.map((part) => watchOf(part).at))
    },
    /** Lets all be asked at once. */
    goOn(): void {
      for (const watch of watches.values()) watch.at = Math.min(watch.at, now())
    },
    /** Returns the time of the next try after a failure; null if there was none. */
    heldUntil(): number | null {
      const times = [...watches.values()].flatMap(({ error, at }) => (error ? [at] : []))
      return times.length === 0 ? null : Math.min(...times)
    },
  }
}

/** Waits for a cancellation. Its refusal changes nothing: the batch may have ended meanwhile. */
async function ignoreRefusal(cancelling: Promise<void>): Promise<void> {
  try {
    await cancelling
  } catch (error) {
    const status = error instanceof AppError ? error.details.status : undefined
    if (status !== 400 && status !== 404 && status !== 409 && status !== 422) throw error
  }
}

/** Returns true if the service itself refuses something, and not just for now. */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof AppError) || error.details.status === undefined) return false
  return wasRefused(error) && !isBusy(error)
}
