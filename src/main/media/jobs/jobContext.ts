import { AppError, toWire, type ErrorCode } from '../../../shared/errors.ts'
import type { Broadcast } from '../../../shared/ipc/define.ts'
import type { media } from '../../../shared/media/media.ts'
import type { Log } from '../../feature.ts'
import { backOff, mayPass } from '../../jobs/backOff.ts'
import type { Blobs } from '../../storage/blobs.ts'
import type { Database } from '../../storage/connection.ts'
import type { RemoteResult } from '../mediaProvider.ts'
import type { MediaServices } from '../mediaServices.ts'
import type { PixelWork } from '../../pictures/pixels/createPixels.ts'
import type { StoreFile } from '../results/storeFile.ts'
import { isAboutAccount } from './aboutAccount.ts'
import type { JobStates } from './jobStates.ts'
import type { LaneLimits } from './laneLimits.ts'

/** Shared by all steps of a job. */
export interface JobContext {
  database: Database
  states: JobStates
  services: MediaServices
  storeFile: StoreFile
  blobs: Pick<Blobs, 'read' | 'path' | 'sizeOf'>
  pixels: PixelWork
  broadcast: Broadcast<typeof media>
  log: Log
  /** Fires when Parley quits: nothing is written afterwards. */
  closing: AbortSignal
  stops: Stops
  limits: LaneLimits
  /** The jobs whose paid request waits for its answer. */
  posting: Set<string>
  /** Results that came as bytes and are not all stored yet. They were paid for. */
  held: Map<string, RemoteResult>
  now: () => number
  /** Returns milliseconds that pass evenly, also while somebody sets the clock. */
  elapsed: () => number
  /** Resolves after a time, or at once when the signal fires. */
  delay: (milliseconds: number, signal: AbortSignal) => Promise<void>
}

/** Signals by which running jobs notice what the user wants. */
export interface Stops {
  /** Fires when the user cancels the job. */
  signalOf: (id: string) => AbortSignal
  cancel: (id: string) => void
  /** Ends the job's pause. */
  wake: (id: string) => void
  wakeAll: () => void
  pauseOf: (id: string) => AbortSignal
  forget: (id: string) => void
}

export function createStops(): Stops {
  const stops = new Map<string, AbortController>()
  const pauses = new Map<string, AbortController>()
  const get = (all: Map<string, AbortController>, id: string): AbortController => {
    const controller = all.get(id) ?? new AbortController()
    all.set(id, controller)
    return controller
  }
  const wake = (id: string): void => {
    pauses.get(id)?.abort()
    pauses.delete(id)
  }
  return {
    signalOf: (id) => get(stops, id).signal,
    cancel(id) {
      get(stops, id).abort()
      wake(id)
    },
    wake,
    wakeAll: () => [...pauses.keys()].forEach(wake),
    pauseOf: (id) => get(pauses, id).signal,
    forget(id) {
      stops.delete(id)
      pauses.delete(id)
    },
  }
}

/** Throws once Parley quits. The next start goes on from what is on disk. */
export function assertOpen({ closing }: Pick<JobContext, 'closing'>): void {
  if (closing.aborted) throw new AppError('aborted', 'Parley quits')
}

/** Waits, unless somebody wakes the job. Errors: aborted once Parley quits. */
export async function pause(
  context: JobContext,
  id: string,
  milliseconds: number,
  woken: AbortSignal = context.stops.pauseOf(id),
): Promise<void> {
  assertOpen(context)
  await context.delay(milliseconds, AbortSignal.any([context.closing, woken]))
  assertOpen(context)
}

/**
 * Pause before a service that refused the account is asked again. The user can retry at any time.
 */
const accountMilliseconds = 5 * 60_000
/** Longest pause before what costs nothing is asked again. */
const maxFreeMilliseconds = 30_000
const maxAccountMilliseconds = 60 * 60_000

/**
 * Waits until the next try after the nth failure in a row, and tells the page until when. A service
 * that says that there are too many requests gets fewer at a time. Errors: aborted once Parley
 * quits.
 */
export async function waitAfter(
  context: JobContext,
  id: string,
  error: AppError,
  failures: number,
  maxMilliseconds: number,
): Promise<void> {
  const { states, limits, now } = context
  const wait = isAboutAccount(error)
    ? Math.min(accountMilliseconds * 2 ** Math.min(failures - 1, 10), maxAccountMilliseconds)
    : backOff(failures, error, maxMilliseconds)
  if (error.code === 'rateLimited') limits.lower(states.read(id).providerId, wait)
  states.hold(id, toWire(error), now() + Math.round(wait))
  await pause(context, id, wait)
  states.release(id)
}

/** Errors that the user solves by freeing space. Until then a paid result stays in memory. */
const roomCodes: readonly ErrorCode[] = ['diskFull', 'filesFull', 'folderReadOnly']

/** Tells whether a failure may pass by itself, or once the user has made room. */
export function passes(error: unknown): error is AppError {
  return error instanceof AppError && (roomCodes.includes(error.code) || mayPass(error))
}

/**
 * Does work that costs nothing, as often as it takes: a lost connection says nothing about the job,
 * nor does a key that is refused. Errors: those that do not pass; those of the account, once the
 * user cancels; aborted.
 */
export async function patiently<T>(
  context: JobContext,
  id: string,
  work: () => Promise<T> | T,
): Promise<T> {
  for (let failures = 1; ; failures++) {
    try {
      const value = await work()
      assertOpen(context)
      if (failures > 1) context.states.note(id, { error: null })
      return value
    } catch (error) {
      assertOpen(context)
      if (!passes(error) && !mayBeMended(context, id, error)) throw error
      await waitAfter(context, id, error, failures, maxFreeMilliseconds)
    }
  }
}

/** A user who cancels waits for no other key. */
function mayBeMended({ states }: JobContext, id: string, error: unknown): error is AppError {
  return error instanceof AppError && isAboutAccount(error) && !states.read(id).cancelling
}
