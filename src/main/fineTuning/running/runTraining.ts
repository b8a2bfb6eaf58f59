import { AppError, toWire } from '../../../shared/errors.ts'
import type { JobRun } from '../../jobs/jobKind.ts'
import { mayPass } from '../../jobs/backOff.ts'
import { wasRefused } from '../../providers/errors/wasRefused.ts'
import { pollDelay } from '../../pollDelay.ts'
import type { Database } from '../../storage/connection.ts'
import type { RemoteTraining } from '../service/remoteTraining.ts'
import {
  changeTraining,
  readTraining,
  type StoredTraining,
  type TrainingChange,
} from '../trainingTable.ts'
import { createFollower, type FollowerDependencies } from './follower.ts'
import { openAccount, type AccountDependencies, type TrainingAccount } from './openAccount.ts'
import { uploadSet, type UploadDependencies, type UploadedFiles } from './uploadSet.ts'

export interface RunDependencies
  extends
    AccountDependencies,
    Omit<UploadDependencies, 'change'>,
    Pick<FollowerDependencies, 'log'> {
  database: Database
  announce: (id: string, when: 'now' | 'soon') => void
  /** Returns the price of a million trained tokens. */
  priceOf: (training: StoredTraining) => number | null
  /** Called once a model is finished. */
  onTuned: (providerId: string) => void
  /** Fires when Parley quits. */
  closing: AbortSignal
  now: () => number
  /** Resolves after the time, or once the signal fires. */
  delay: (milliseconds: number, signal: AbortSignal) => Promise<void>
}

/** A training under way. */
export interface TrainingRun {
  /** Looks at the service now. */
  wake: () => void
  /** Cancels it: before it is created at once, afterwards at the service. */
  cancel: () => void
  /** Resolves once nothing is under way. */
  ended: Promise<void>
}

/** A training whose answer was lost is looked for at this pace, so often. */
const searchPauseMs = 10_000
const searches = 12

type Hold = JobRun<unknown, unknown>['hold']

/**
 * Takes a training from the consent to its end. Each step is on disk before the next begins, so a
 * killed run goes on where it stood, and the request that creates it is sent once per consent.
 */
export function runTraining(id: string, dependencies: RunDependencies, hold: Hold): TrainingRun {
  const { database, announce, closing, now, delay } = dependencies
  let waking = new AbortController()
  const cancelling = new AbortController()
  let isCancelSent = false

  const read = (): StoredTraining => readTraining(database, id)
  function change(changed: TrainingChange): void {
    changeTraining(database, id, changed)
    announce(id, changed.state === undefined ? 'soon' : 'now')
  }

  async function run(): Promise<void> {
    while (!closing.aborted) {
      const training = read()
      if (training.state === 'uploading') await prepare(training)
      else if (training.state === 'creating') await search(training)
      else if (training.state === 'running') await follow(training)
      else return
    }
  }

  function open({ model, secretId }: StoredTraining): Promise<TrainingAccount> {
    if (!model) throw new AppError('modelMissing', 'The training has no model')
    return openAccount(dependencies, { providerId: model.providerId, secretId })
  }

  async function prepare(training: StoredTraining): Promise<void> {
    const signal = AbortSignal.any([closing, cancelling.signal])
    try {
      signal.throwIfAborted()
      const account = await open(training)
      change({ secretId: account.secretId, error: null })
      const files = await uploadSet(training, account, { ...dependencies, change }, signal)
      await untilChecked(account, files, signal)
      signal.throwIfAborted()
      await create(training, account, files)
    } catch (error) {
      if (closing.aborted) return
      if (cancelling.signal.aborted) return change({ state: 'cancelled', endedAt: now() })
      giveBack(error)
    }
  }

  /** Waits for a service that checks files before it trains with them. */
  async function untilChecked(
    { client }: TrainingAccount,
    { trainingFile, validationFile }: UploadedFiles,
    signal: AbortSignal,
  ): Promise<void> {
    const begun = now()
    let pause = 0
    for (const file of [trainingFile, validationFile]) {
      while (file !== null && !(await client.isChecked(file, signal))) {
        pause = pollDelay(now() - begun, pause)
        await delay(pause, signal)
        signal.throwIfAborted()
      }
    }
  }

  /** Counts the post on disk, and sends the request once. */
  async function create(
    training: StoredTraining,
    { client }: TrainingAccount,
    files: UploadedFiles,
  ): Promise<void> {
    const { model, report, options, posts } = training
    change({ state: 'creating', posts: posts + 1 })
    const modelId = model?.modelId ?? ''
    const mark = markOf(training)
    const request = { mark, modelId, method: report.method, ...files, options }
    try {
      adopt(await client.create(request, closing))
    } catch (error) {
      if (!(error instanceof AppError) || !wasRefused(error)) return
      change({ state: 'uploading', posts })
      throw error
    }
  }

  /** Leaves a training that certainly was not created to the next try, or to the user. */
  function giveBack(thrown: unknown): void {
    const error = thrown instanceof AppError ? thrown : new AppError('internal', String(thrown))
    if (mayPass(error)) {
      change({ error: toWire(error) })
      throw error
    }
    const { consents } = read()
    // The next "Start" is another consent, with files of its own.
    const files = { trainingFile: null, validationFile: null, secretId: null, split: null }
    change({ ...files, state: 'draft', consents: consents - 1, error: toWire(error) })
  }

  function adopt(remote: RemoteTraining): void {
    change({ state: 'running', remoteId: remote.id, remoteState: remote.state, error: null })
  }

  /** Looks for a training whose answer was lost. It is never created again without a consent. */
  async function search(training: StoredTraining): Promise<void> {
    const { client } = await open(training)
    const wanted = { mark: markOf(training), trainingFile: training.trainingFile ?? '' }
    for (let left = searches; left > 0 && !closing.aborted; left -= 1) {
      const woken = wakes()
      try {
        const found = await client.find(wanted, closing)
        if (found) return adopt(found)
      } catch (error) {
        if (closing.aborted) return
        if (!(error instanceof AppError) || !mayPass(error)) throw error
      }
      if (left > 1) await delay(searchPauseMs, woken)
    }
    if (!closing.aborted) change({ state: 'unknown' })
  }

  async function follow(training: StoredTraining): Promise<void> {
    const account = await open(training)
    const follower = createFollower(training, account, { ...dependencies, read, change })
    const begun = now()
    for (let pause = 0; !closing.aborted;) {
      // Before the first request, so that no call of `wake` is missed.
      const woken = wakes()
      pause = pollDelay(now() - begun, pause)
      try {
        if (cancelling.signal.aborted && !isCancelSent) {
          await follower.cancel()
          isCancelSent = true
        }
        if (await follower.look()) return
        hold(null)
      } catch (error) {
        if (closing.aborted) return
        if (!(error instanceof AppError) || !mayPass(error)) throw error
        hold({ error: toWire(error), until: now() + pause, wake })
      }
      await delay(pause, woken)
    }
  }

  /** Returns a signal that fires at the next `wake`, and when Parley quits. */
  function wakes(): AbortSignal {
    waking = new AbortController()
    return AbortSignal.any([waking.signal, closing])
  }

  function wake(): void {
    waking.abort()
  }

  const ended = run().catch((error: unknown) => {
    const failure = error instanceof AppError ? error : new AppError('internal', String(error))
    if (!closing.aborted) change({ error: toWire(failure) })
    throw error
  })
  return {
    wake,
    cancel() {
      cancelling.abort()
      wake()
    },
    ended,
  }
}

/** Returns the mark by which a training is found at the service: another for each consent. */
function markOf({ id, consents }: StoredTraining): string {
  return `${id}.${String(consents)}`
}
