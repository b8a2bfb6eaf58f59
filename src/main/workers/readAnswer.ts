import { deserialize } from 'node:v8'
import type { Worker } from 'node:worker_threads'
import { AppError } from '../../shared/errors.ts'
import { workerAnswerSchema, workerMessageSchema, type WorkerAnswer } from './workerTask.ts'

export interface TaskLimits {
  /** The time limit. It begins when the thread starts, or gets the task. */
  milliseconds: number
  /** The memory limit, for objects and for buffers separately. */
  megabytes: number
  /** The limit of the serialized answer. */
  answerBytes: number
}

/** The time between two checks of a thread's buffers, whose memory V8 does not limit. */
const lookMilliseconds = 50

/**
 * Waits for a thread's next answer, within limits. After an error the thread must be ended. Errors:
 * aborted; tooHeavy past a limit; unreadable if the thread fails or answers nonsense.
 */
export async function readAnswer(
  worker: Worker,
  limits: TaskLimits,
  signal: AbortSignal | undefined,
): Promise<WorkerAnswer> {
  const message = await nextMessage(worker, limits, signal)
  const bytes = workerMessageSchema.safeParse(message)
  if (!bytes.success) throw unreadable('It answered nonsense')
  if (bytes.data.byteLength > limits.answerBytes) {
    throw new AppError('tooHeavy', 'The answer is too large')
  }
  return workerAnswerSchema.parse(deserialize(bytes.data))
}

function nextMessage(
  worker: Worker,
  { milliseconds, megabytes }: TaskLimits,
  signal: AbortSignal | undefined,
): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  const tooHeavy = (what: string): void => reject(new AppError('tooHeavy', what))
  const timer = setTimeout(() => tooHeavy('It took too long'), milliseconds)
  const looks = setInterval(() => {
    worker.getHeapStatistics().then(
      ({ external_memory: bytes }) => {
        if (bytes > megabytes * 1_000_000) tooHeavy('Its buffers took too much memory')
      },
      // The thread has ended meanwhile.
      () => undefined,
    )
  }, lookMilliseconds)
  const abort = (): void => reject(new AppError('aborted', 'The task was stopped'))
  signal?.addEventListener('abort', abort, { once: true })
  if (signal?.aborted) abort()
  const onNonsense = (error: unknown): void => reject(unreadable('It answered nonsense', error))
  const onError = (error: unknown): void =>
    reject(isOutOfMemory(error) ? outOfMemory(error) : unreadable('It failed', error))
  const onExit = (): void => reject(unreadable('It ended without an answer'))
  worker.on('message', resolve)
  worker.on('messageerror', onNonsense)
  worker.on('error', onError)
  worker.on('exit', onExit)
  return promise.finally(() => {
    clearTimeout(timer)
    clearInterval(looks)
    signal?.removeEventListener('abort', abort)
    worker.off('message', resolve)
    worker.off('messageerror', onNonsense)
    worker.off('error', onError)
    worker.off('exit', onExit)
  })
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
}

function outOfMemory(cause: unknown): AppError {
  return new AppError('tooHeavy', 'It took too much memory', {}, cause)
}

function unreadable(message: string, cause?: unknown): AppError {
  return new AppError('unreadable', message, {}, cause)
}
