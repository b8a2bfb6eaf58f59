import { AppError, toWire } from '../../../shared/errors.ts'
import type { ErrorCode } from '../../../shared/errors.ts'
import { growingDelay } from '../../growingDelay.ts'
import type { Provider } from '../provider.ts'
import type { CommonEvent, ReplyEvent } from '../reply.ts'
import { wasNeverSent } from '../errors/providerErrors.ts'
import { defaultLimits } from '../service.ts'

/** Resolves after the time. Rejects with `aborted` once the signal fires. */
export type Wait = (milliseconds: number, signal: AbortSignal) => Promise<void>

export const waitForReal: Wait = (milliseconds, signal) =>
  new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer)
      reject(new AppError('aborted', 'The request was stopped', {}, signal.reason))
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    }, milliseconds)
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
  })

export interface PatienceOptions {
  wait?: Wait
  /** The number of retries; by default `defaultLimits.maxRetries`. */
  maxRetries?: number
  /** False if another key can be tried when this one is refused temporarily. */
  lastKey?: boolean
  /** Additional temporary errors of this service. */
  alsoPassing?: readonly ErrorCode[]
  /**
   * True if each request may be billed. It is sent again only if it was never sent, or if the status
   * of its answer says that the service refuses it for now: 429, or 503 with a time to wait.
   */
  paid?: boolean
  /** True if a 503 may mean that the model is loading, which is worth waiting for. */
  loadsModels?: boolean
  /** Returns the delay in milliseconds before a retry. The first retry is 1. */
  backoff?: (retry: number, failure: AppError) => number
  /** Limits the retries of many requests together. */
  budget?: RetryBudget
}

export interface RetryBudget {
  /** Takes the cost of a retry and returns it; `null` if the budget forbids the retry. */
  take: (failure: AppError) => number | null
  /** Called when a service has answered, with the cost of the last retry, if there was one. */
  giveBack: (cost?: number) => void
}

const loadingPollMilliseconds = 1000
const loadingMilliseconds = 600_000
const maxRetryAfterSeconds = 60
/** The longest delay before a retry that is not shown to the user. */
const maxUnseenMilliseconds = 5000

/** The options of a request that its caller repeats itself. */
export const sentOnce = { maxRetries: 0 } as const satisfies PatienceOptions

/** Returns `reply` with retries. See `replyPatiently`. */
export function withPatience(
  reply: Provider['reply'],
  options: PatienceOptions,
): (...[request, signal]: Parameters<Provider['reply']>) => AsyncGenerator<ReplyEvent> {
  return (request, signal) =>
    replyPatiently(() => reply(request, signal), signal, {
      ...options,
      ...(request.once && sentOnce),
    })
}

/** Runs a reply's preparations with retries. Yields only `waiting` events. */
export function preparePatiently(
  attempt: () => Promise<void>,
  signal: AbortSignal,
  options: PatienceOptions,
): AsyncGenerator<ReplyEvent> {
  return replyPatiently(() => nothingAfter(attempt()), signal, options)
}

async function* nothingAfter(done: Promise<void>): AsyncGenerator<never> {
  await done
  yield* []
}

/**
 * Yields a reply. Retries it after temporary failures and while its model is loading. Announces
 * each wait before it begins. A failure is final once the model has made anything, shown or not:
 * the answer is to be paid for.
 */
export async function* replyPatiently<Event>(
  attempt: () => AsyncIterable<Event>,
  signal: AbortSignal,
  options: PatienceOptions,
): AsyncGenerator<Event | CommonEvent> {
  const { wait = waitForReal, loadsModels = false } = options
  let loaded = 0
  let cost: number | undefined
  for (let retries = 0; ;) {
    let given = false
    try {
      for await (const event of attempt()) {
        if (!given) options.budget?.giveBack(cost)
        given = true
        yield event
      }
      return
    } catch (error) {
      const failure = loadsModels ? asLoading(error) : error
      if (given || !(failure instanceof AppError) || signal.aborted) throw failure
      const { answered } = failure.details
      if (answered === 'content' || (options.paid && answered !== undefined)) throw failure
      if (loadsModels && failure.code === 'modelLoading') {
        if (loaded >= loadingMilliseconds) throw failure
        if (loaded === 0) yield { type: 'waiting', error: toWire(failure), until: null }
        loaded += loadingPollMilliseconds
        await wait(loadingPollMilliseconds, signal)
        continue
      }
      retries += 1
      const pause = pauseBefore(retries, failure, options)
      if (pause === null) throw failure
      cost = takeCost(failure, options)
      yield { type: 'waiting', error: toWire(failure), until: Math.round(Date.now() + pause) }
      await wait(pause, signal)
    }
  }
}

/**
 * Requests a list, a sound or a text with retries after short delays only, because the user can't
 * see the wait. With `loadsModels`, a service that is loading is not asked again: modelLoading.
 */
export async function askPatiently<Value>(
  attempt: () => Promise<Value>,
  signal: AbortSignal,
  options: PatienceOptions,
): Promise<Value> {
  const { wait = waitForReal } = options
  let cost: number | undefined
  for (let retries = 1; ; retries += 1) {
    try {
      const value = await attempt()
      options.budget?.giveBack(cost)
      return value
    } catch (caught) {
      const error = options.loadsModels ? asLoading(caught) : caught
      if (!(error instanceof AppError) || signal.aborted) throw error
      // Loading takes longer than these retries, and the caller can say so at once.
      if (options.loadsModels && error.code === 'modelLoading') throw error
      const pause = pauseBefore(retries, error, options)
      if (pause === null || pause > maxUnseenMilliseconds) throw error
      cost = takeCost(error, options)
      await wait(pause, signal)
    }
  }
}

/** Takes a retry from the budget, if there is one. Errors: the failure itself if it forbids it. */
function takeCost(failure: AppError, { budget }: PatienceOptions): number | undefined {
  const cost = budget?.take(failure)
  if (cost === null) throw failure
  return cost
}

/** Returns the delay in milliseconds before the given retry; null if there is none. */
function pauseBefore(retry: number, failure: AppError, options: PatienceOptions): number | null {
  const { maxRetries = defaultLimits.maxRetries, backoff = stepBack } = options
  if (retry > maxRetries || !mayPass(failure, options)) return null
  if (options.paid && !isRefusedForNow(failure) && !wasNeverSent(failure)) return null
  const { retryAfterSeconds = 0 } = failure.details
  return retryAfterSeconds > 0 ? retryAfterSeconds * 1000 : backoff(retry, failure)
}

/** Returns true if the service has answered by its status that it does not take the request now. */
function isRefusedForNow({ details }: AppError): boolean {
  const { status, retryAfterSeconds = 0, answered } = details
  if (answered !== undefined) return false
  return status === 429 || (status === 503 && retryAfterSeconds > 0)
}

/** Converts a 503 that reports loading, such as llama.cpp's `Loading model`, to modelLoading. */
export function asLoading(error: unknown): unknown {
  if (!(error instanceof AppError) || error.details.status !== 503) return error
  if (!/\bloading\b/i.test(error.details.answer ?? '')) return error
  return new AppError('modelLoading', 'The model is being loaded', error.details, error)
}

function mayPass(
  { code, details }: AppError,
  { lastKey = true, alsoPassing = [] }: PatienceOptions,
): boolean {
  const { status, retryAfterSeconds = 0, shouldRetry } = details
  if (retryAfterSeconds > maxRetryAfterSeconds || (status === 429 && !lastKey)) return false
  // Some servers call a text that is too long an error of theirs. Money comes by no waiting.
  if (code === 'contextTooLong' || code === 'quotaExhausted') return false
  if (shouldRetry !== undefined) return shouldRetry
  if (code === 'connectionFailed' || alsoPassing.includes(code)) return true
  if (status === undefined) return false
  return status === 408 || status === 409 || status === 429 || status >= 500
}

/** Returns 0.5 s doubled for each retry, at most 8 s, minus a random quarter at most. */
function stepBack(retry: number): number {
  return growingDelay(500, retry, 8000)
}
