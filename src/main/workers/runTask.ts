import { deserialize } from 'node:v8'
import { Worker } from 'node:worker_threads'
import type { z } from 'zod'
import { AppError, fromWire } from '../../shared/errors.ts'
import { createSlots } from './slots.ts'
import { workerAnswerSchema, workerMessageSchema } from './workerTask.ts'
import type { WorkerTask } from './workerTask.ts'

export interface TaskLimits {
  /** The time limit. It begins when the thread starts. */
  milliseconds: number
  /** The memory limit, for objects and for buffers separately. */
  megabytes: number
  /** The limit of the serialized answer. */
  answerBytes: number
}

export interface TaskOptions {
  limits: TaskLimits
  /** The user's name for the input, for errors. */
  subject: string
  signal?: AbortSignal
}

/** The number of threads at a time. More would slow the chat down. */
const threadsMaximum = 2
/** The time between two checks of a thread's buffers, whose memory V8 does not limit. */
const lookMilliseconds = 50
const stackMegabytes = 4
const youngMegabytesMaximum = 32

const slots = createSlots(threadsMaximum)

/**
 * Runs a task in a thread of its own. The thread's entry file calls `serveTask`. A hostile input
 * can exhaust the thread but not Parley: main ends the thread past a limit and when the signal
 * fires. Errors: aborted; tooHeavy past a limit; unreadable if the thread fails or answers
 * nonsense; the AppErrors of the task.
 */
export async function runTask<Input extends z.ZodType, Output extends z.ZodType>(
  entry: string | URL,
  task: WorkerTask<Input, Output>,
  input: z.input<Input>,
  options: TaskOptions,
): Promise<z.output<Output>> {
  const { limits, signal } = options
  const free = await slots.take(signal)
  try {
    const worker = startWorker(entry, task.input.parse(input), limits)
    try {
      const value = await readAnswer(worker, options)
      return task.output.parse(value)
    } finally {
      await worker.terminate()
    }
  } catch (error) {
    throw withSubject(error, options.subject)
  } finally {
    free()
  }
}

function startWorker(entry: string | URL, input: unknown, limits: TaskLimits): Worker {
  return new Worker(entry, {
    workerData: { input, answerBytesMaximum: limits.answerBytes },
    // The thread gets neither the environment, which may hold keys, nor main's own switches.
    env: {},
    execArgv: [],
    stdout: true,
    stderr: true,
    resourceLimits: {
      maxOldGenerationSizeMb: limits.megabytes,
      maxYoungGenerationSizeMb: Math.min(limits.megabytes, youngMegabytesMaximum),
      stackSizeMb: stackMegabytes,
    },
  })
}

function readAnswer(worker: Worker, { limits, signal }: TaskOptions): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const tooHeavy = (what: string): void => reject(new AppError('tooHeavy', what))
    const timer = setTimeout(() => tooHeavy('It took too long'), limits.milliseconds)
    const looks = setInterval(() => {
      worker.getHeapStatistics().then(
        ({ external_memory: bytes }) => {
          if (bytes > limits.megabytes * 1_000_000) tooHeavy('Its buffers took too much memory')
        },
        // The thread has ended meanwhile.
        () => undefined,
      )
    }, lookMilliseconds)
    const abort = (): void => reject(new AppError('aborted', 'The task was stopped'))
    signal?.addEventListener('abort', abort, { once: true })
    if (signal?.aborted) abort()
    // Main never reads the output, so it fills no memory. A full pipe only makes the thread wait.
    worker.stdout.pause()
    worker.stderr.pause()
    worker.on('message', (message: unknown) => resolve(parseAnswer(message, limits)))
    worker.on('messageerror', (error: unknown) => reject(unreadable('It answered nonsense', error)))
    worker.on('error', (error: unknown) =>
      reject(isOutOfMemory(error) ? outOfMemory(error) : unreadable('It failed', error)),
    )
    worker.on('exit', () => reject(unreadable('It ended without an answer')))
    const settle = (): void => {
      clearTimeout(timer)
      clearInterval(looks)
      signal?.removeEventListener('abort', abort)
    }
    worker.once('exit', settle)
  })
}

/** Returns the value of the answer. Errors: tooHeavy, unreadable, the thread's own. */
async function parseAnswer(message: unknown, { answerBytes }: TaskLimits): Promise<unknown> {
  const bytes = workerMessageSchema.safeParse(message)
  if (!bytes.success) throw unreadable('It answered nonsense')
  if (bytes.data.byteLength > answerBytes) throw new AppError('tooHeavy', 'The answer is too large')
  const answer = workerAnswerSchema.parse(deserialize(bytes.data))
  if (answer.error) throw fromWire(answer.error)
  return answer.value
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

function withSubject(error: unknown, subject: string): unknown {
  if (!(error instanceof AppError)) {
    return new AppError('unreadable', 'It answered nonsense', { subject }, error)
  }
  return new AppError(error.code, error.message, { subject, ...error.details }, error)
}
