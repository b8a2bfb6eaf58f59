import { AppError } from '../../../shared/errors.ts'
import type { MediaHandle, RemoteJobs, RemoteState } from '../mediaProvider.ts'
import { assertOpen, type JobContext } from './jobContext.ts'

/** Writes down a state of a job. Returns whether the job has ended by that. */
export type TakeState = (state: RemoteState) => Promise<boolean>

interface Watching {
  remote: RemoteJobs
  handle: MediaHandle
  /** Fires when the job is to be looked at now. */
  woken: AbortSignal
  take: TakeState
}

/**
 * `ended`: the job has ended. `long`: it was worth it, and is so again. `short`: polling is no
 * worse. `none`: the service tells nothing this way.
 */
type Watched = 'ended' | 'long' | 'short' | 'none'

/** A connection that breaks sooner costs as many requests as polling. */
const worthMilliseconds = 10_000

/** Listens to what a service tells of a job, until it ends or is silent. Errors: aborted, those of `take`. */
export async function watchJob(
  context: JobContext,
  { remote, handle, woken, take }: Watching,
): Promise<Watched> {
  const { closing, elapsed } = context
  const since = elapsed()
  const broken = { code: '' }
  const states = remote.watch?.(handle, AbortSignal.any([closing, woken])) ?? []
  let isTold = false
  for await (const state of untilBroken(states, broken)) {
    isTold = true
    assertOpen(context)
    if (await take(state)) return 'ended'
  }
  assertOpen(context)
  if (woken.aborted) return 'long'
  if (!isTold) return broken.code === '' || broken.code === 'timeout' ? 'none' : 'short'
  return elapsed() - since >= worthMilliseconds ? 'long' : 'short'
}

/** Yields the states until the connection breaks: that says nothing about the job. */
async function* untilBroken(
  states: AsyncIterable<RemoteState> | Iterable<RemoteState>,
  broken: { code: string },
): AsyncGenerator<RemoteState> {
  try {
    yield* states
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    broken.code = error.code
  }
}
