import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../../../shared/errors.ts'
import type { ReplyEvent } from '../provider.ts'

/** Rejects with `aborted` once the signal fires. */
export type Wait = (milliseconds: number, signal: AbortSignal) => Promise<void>

export const waitForReal: Wait = async (milliseconds, signal) => {
  try {
    await sleep(milliseconds, undefined, { signal })
  } catch (error) {
    throw new AppError('aborted', 'The request was stopped', {}, error)
  }
}

export interface PatienceOptions {
  wait: Wait
  maxRetries: number
  /** False where another key is there to be tried when this one is refused for now. */
  lastKey: boolean
}

const loadingPollMilliseconds = 1000
const loadingMilliseconds = 600_000
const retryAfterSecondsMaximum = 60

/**
 * A reply that is asked for again while its model is being loaded, and after a failure that may
 * pass. Once something has come, a failure is one.
 */
export async function* replyPatiently(
  attempt: () => AsyncIterable<ReplyEvent>,
  signal: AbortSignal,
  { wait, maxRetries, lastKey }: PatienceOptions,
): AsyncGenerator<ReplyEvent> {
  let loaded = 0
  for (let retries = 0; ;) {
    let given = false
    try {
      for await (const event of attempt()) {
        given = true
        yield event
      }
      return
    } catch (error) {
      const failure = asLoading(error)
      if (given || !(failure instanceof AppError) || signal.aborted) throw failure
      if (failure.code === 'modelLoading') {
        if (loaded >= loadingMilliseconds) throw failure
        loaded += loadingPollMilliseconds
        await wait(loadingPollMilliseconds, signal)
        continue
      }
      if (retries >= maxRetries || !mayPass(failure, lastKey)) throw failure
      retries += 1
      await wait(delayBefore(retries, failure), signal)
    }
  }
}

/** Servers answer 503 while they load a model: llama.cpp's `Loading model`. */
export function asLoading(error: unknown): unknown {
  if (!(error instanceof AppError) || error.details.status !== 503) return error
  if (!/\bloading\b/i.test(error.details.answer ?? '')) return error
  return new AppError('modelLoading', 'The model is being loaded', error.details, error)
}

function mayPass({ code, details }: AppError, lastKey: boolean): boolean {
  const { status, retryAfterSeconds = 0 } = details
  if (code === 'connectionFailed') return true
  if (status === undefined || retryAfterSeconds > retryAfterSecondsMaximum) return false
  if (status === 429) return lastKey
  return status === 408 || status === 409 || status >= 500
}

/** Half a second, doubled up to eight with up to a quarter off; or as long as the server asks. */
function delayBefore(retry: number, { details: { retryAfterSeconds } }: AppError): number {
  if (retryAfterSeconds !== undefined && retryAfterSeconds > 0) return retryAfterSeconds * 1000
  return Math.min(500 * 2 ** (retry - 1), 8000) * (1 - Math.random() * 0.25)
}
