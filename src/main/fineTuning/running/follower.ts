import { AppError, toWire } from '../../../shared/errors.ts'
import type { TrainingEvent } from '../../../shared/fineTuning/fineTuning.ts'
import { maxCheckpoints, maxShownEvents } from '../../../shared/limits.ts'
import type { Log } from '../../feature.ts'
import { trainingCost } from '../estimateTraining.ts'
import type { RemoteTraining } from '../service/remoteTraining.ts'
import { withField } from '../service/trainingClient.ts'
import type { StoredTraining, TrainingChange } from '../trainingTable.ts'
import { mergeCurve, readResultFile } from './curve.ts'
import type { TrainingAccount } from './openAccount.ts'

export interface FollowerDependencies {
  read: () => StoredTraining
  change: (change: TrainingChange) => void
  priceOf: (training: StoredTraining) => number | null
  onTuned: (providerId: string) => void
  closing: AbortSignal
  now: () => number
  log: Log
}

export interface Follower {
  /** Brings the row up to what the service says. Returns true once the training has ended. */
  look: () => Promise<boolean>
  /** Asks the service to cancel. A refusal changes nothing: the training may just have ended. */
  cancel: () => Promise<void>
}

/** Follows a training that a service has created. */
export function createFollower(
  training: StoredTraining,
  { client, dialect }: TrainingAccount,
  { read, change, priceOf, onTuned, closing, now, log }: FollowerDependencies,
): Follower {
  const remoteId = training.remoteId ?? ''
  let newestEvent: string | undefined
  let isStartSent = false

  async function look(): Promise<boolean> {
    const remote = await client.look(remoteId, closing)
    if (dialect.startsApart && remote.state === 'validated' && !isStartSent) {
      await client.act(remoteId, 'start', closing)
      isStartSent = true
    }
    const { trainedTokens, finishesAt, state: remoteState } = remote
    const progress = await readProgress(remote)
    change({ ...progress, remoteState, trainedTokens, finishesAt, error: null })
    if (remote.end === null) return false
    await finish(remote, remote.end)
    return true
  }

  async function readProgress(remote: RemoteTraining): Promise<TrainingChange> {
    const more = dialect.hasEvents
      ? await client.newEvents(remoteId, newestEvent, closing)
      : { events: [], curve: [], newest: undefined }
    const listed = dialect.hasCheckpoints ? await client.checkpoints(remoteId, closing) : []
    const { events, curve } = read()
    newestEvent = more.newest
    const checkpoints = [...remote.checkpoints, ...listed].slice(0, maxCheckpoints)
    return {
      events: mergeEvents(events, [...remote.events, ...more.events]),
      curve: mergeCurve(curve, [...remote.curve, ...more.curve]),
      checkpoints: checkpoints.sort((one, other) => one.step - other.step),
    }
  }

  async function finish(remote: RemoteTraining, end: 'succeeded' | 'failed' | 'cancelled') {
    const curve = await readResults(remote)
    const { model, trainedTokens } = read()
    const price = priceOf(training)
    const known =
      trainedTokens === null || price === null ? null : trainingCost(trainedTokens, price)
    const error = end === 'failed' ? toWire(failureOf(remote)) : null
    const { tunedModel } = remote
    const ended = { state: end, error, tunedModel, dollars: remote.dollars ?? known }
    change({ ...ended, finishesAt: null, endedAt: now(), ...(curve && { curve }) })
    if (end === 'succeeded' && model) onTuned(model.providerId)
  }

  /** Reads the file with all metrics: events may lack some. The training is finished without it, too. */
  async function readResults({ end, resultFiles }: RemoteTraining) {
    const [file] = resultFiles
    if (end !== 'succeeded' || file === undefined) return undefined
    try {
      return mergeCurve(read().curve, readResultFile(await client.readFile(file, closing)))
    } catch (error) {
      if (closing.aborted) throw error
      log('The metrics of a training were not read', error)
      return undefined
    }
  }

  async function cancel(): Promise<void> {
    try {
      await client.act(remoteId, 'cancel', closing)
    } catch (error) {
      if (!isConflict(error)) throw error
      log('The service did not cancel a training', error)
    }
  }

  return { look, cancel }
}

/** Returns whether a service has refused what does not fit the state of a training. */
function isConflict(error: unknown): boolean {
  const status = error instanceof AppError ? error.details.status : undefined
  return status === 400 || status === 404 || status === 409 || status === 422
}

function failureOf({ reason, field }: RemoteTraining): AppError {
  const answer = reason === null ? null : withField(reason.slice(0, 500), field?.slice(0, 100))
  return new AppError('trainingFailed', 'The service gave up the training', {
    ...(answer !== null && { answer }),
  })
}

/** Joins events, the newest first. */
function mergeEvents(
  known: readonly TrainingEvent[],
  added: readonly TrainingEvent[],
): TrainingEvent[] {
  const byId = new Map([...known, ...added].map((event) => [event.id, event]))
  const sorted = [...byId.values()].sort((one, other) => other.at - one.at)
  return sorted.slice(0, maxShownEvents)
}
