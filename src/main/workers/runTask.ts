import { setImmediate } from 'node:timers/promises'
import type { z } from 'zod'
import { AppError, fromWire } from '../../shared/errors.ts'
import { readAnswer, type TaskLimits } from './readAnswer.ts'
import { startWorker } from './startWorker.ts'
import { threadSlots } from './threadSlots.ts'
import type { WorkerTask } from './workerTask.ts'

export interface TaskOptions {
  limits: TaskLimits
  /** The user's name for the input, for errors. */
  subject: string
  signal?: AbortSignal
}

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
  { limits, subject, signal }: TaskOptions,
): Promise<z.output<Output>> {
  const free = await threadSlots.take(signal)
  try {
    const data = { input: task.input.parse(input), maxAnswerBytes: limits.answerBytes }
    const worker = startWorker(entry, data, limits.megabytes)
    try {
      const answer = await readAnswer(worker, limits, signal)
      if (answer.error) throw fromWire(answer.error)
      // A large answer takes some milliseconds to unpack and again to check.
      await setImmediate()
      return task.output.parse(answer.value)
    } finally {
      await worker.terminate()
    }
  } catch (error) {
    throw withSubject(error, subject)
  } finally {
    free()
  }
}

/** Names the input in an error. Any other error than an AppError is nonsense that was answered. */
export function withSubject(error: unknown, subject: string): AppError {
  if (!(error instanceof AppError)) {
    return new AppError('unreadable', 'It answered nonsense', { subject }, error)
  }
  return new AppError(error.code, error.message, { subject, ...error.details }, error)
}
