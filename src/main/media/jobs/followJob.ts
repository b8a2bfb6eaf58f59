import { AppError, toWire } from '../../../shared/errors.ts'
import { pollDelay, type PollPace } from '../../pollDelay.ts'
import type { MediaHandle, RemoteJobs, RemoteState } from '../mediaProvider.ts'
import { patiently, pause, type JobContext } from './jobContext.ts'
import { watchJob, type TakeState } from './watchJob.ts'

/** A service that does not know a job so often, for so long, has lost it. */
const maxMissing = 3
const missingMilliseconds = 30_000
/**
 * Short-lived status streams to accept in a row before polling instead: some services close each
 * after seconds.
 */
const maxShortStreams = 3
/** Many jobs take only seconds. */
const quickPace: PollPace = { firstMs: 500, quickForMs: 5000, maxMs: 5000 }
/** A job behind more than `maxNearAhead` others is asked about only every `farBackMs`. */
const maxNearAhead = 20
const farBackMs = 15_000

/**
 * Waits for a job at its service until it has ended there. There is no limit of time. A service
 * that tells by itself is listened to; when it falls silent, it is asked.
 */
export async function followJob(context: JobContext, id: string): Promise<void> {
  const { states, services, stops, closing, elapsed } = context
  const { providerId, handle } = states.read(id)
  const { remote } = await services.find(providerId)
  if (!remote || !handle) throw new AppError('mediaLost', 'Nothing tells which job it was')
  const since = elapsed()
  const take = createTake(context, id)
  let isAsked = false
  let watches = remote.watch ? maxShortStreams : 0
  for (let wait = 0; ;) {
    // Taken before the question whether the user cancels, so that no call is missed.
    const woken = stops.pauseOf(id)
    if (!isAsked && states.read(id).cancelling) {
      isAsked = true
      if (await cancelRemote(context, id, remote, handle)) return
    }
    if (watches > 0) {
      const watched = await watchJob(context, { remote, handle, woken, take })
      if (watched === 'ended') return
      watches = watched === 'none' ? 0 : watched === 'short' ? watches - 1 : maxShortStreams
    }
    // A service that can't be asked now must not keep the user from cancelling.
    const mayPoll = (): boolean => isAsked || !states.read(id).cancelling
    const state = await patiently(context, id, () =>
      mayPoll() ? remote.poll(handle, closing) : undefined,
    )
    if (!state) continue
    if (await take(state)) return
    const position = state.state === 'queued' ? state.position : null
    wait = isFarBack(position) ? farBackMs : pollDelay(elapsed() - since, wait, quickPace)
    await pause(context, id, wait, woken)
  }
}

/** Takes the number of jobs ahead; null if unknown. */
function isFarBack(position: number | null): boolean {
  return position !== null && position > maxNearAhead
}

/** Creates what writes down each state of a job. It returns whether the job has ended by that. */
function createTake(context: JobContext, id: string): TakeState {
  const missing = { times: 0, since: 0 }
  let log: readonly string[] = []
  return async (state) => {
    if (state.log && state.log.join('\n') !== log.join('\n')) {
      log = state.log
      context.broadcast('log', { jobId: id, lines: [...log] })
    }
    if (state.state !== 'missing') missing.times = 0
    else if (isLost(missing, context.elapsed())) {
      const error = toWire(reasonOf(context.states.read(id).providerName, state.isOtherAccount))
      context.states.move(id, 'lost', { error })
      return true
    }
    return apply(context, id, state)
  }
}

function isLost(missing: { times: number; since: number }, now: number): boolean {
  if (missing.times === 0) missing.since = now
  missing.times += 1
  return missing.times >= maxMissing && now - missing.since >= missingMilliseconds
}

function reasonOf(provider: string, isOtherAccount = false): AppError {
  return isOtherAccount
    ? new AppError('mediaOtherAccount', 'The job was paid for with another key', { provider })
    : new AppError('mediaLost', 'The service does not know the job any more')
}

/** Asks the service to cancel. Returns whether the job has ended by that. */
async function cancelRemote(
  context: JobContext,
  id: string,
  remote: RemoteJobs,
  handle: MediaHandle,
): Promise<boolean> {
  const outcome = await patiently(context, id, () => remote.cancel(handle, context.closing))
  if (outcome !== 'cancelled') return false
  context.states.move(id, 'cancelled')
  return true
}

/** Writes down what the service says. Returns whether the job has ended there. */
async function apply(context: JobContext, id: string, told: RemoteState): Promise<boolean> {
  const { states } = context
  switch (told.state) {
    case 'missing':
      return false
    case 'queued':
    case 'running': {
      const position = told.state === 'queued' ? told.position : null
      const progress = told.state === 'running' ? told.progress : null
      if (states.read(id).state === told.state) states.note(id, { position, progress })
      else await patiently(context, id, () => states.move(id, told.state, { position, progress }))
      return false
    }
    case 'completed':
      await patiently(context, id, () => states.move(id, 'collecting'))
      return true
    case 'cancelled':
      await patiently(context, id, () => states.move(id, 'cancelled'))
      return true
    case 'failed': {
      const { error, fieldErrors = [] } = told
      const patch = { error: toWire(error), fieldErrors: [...fieldErrors] }
      await patiently(context, id, () => states.move(id, 'failed', patch))
      return true
    }
  }
}
