import { serialize } from 'node:v8'
import { parentPort, workerData } from 'node:worker_threads'
import type { MessagePort } from 'node:worker_threads'
import type { z } from 'zod'
import { AppError, toWire } from '../../shared/errors.ts'
import { workerInputSchema } from './workerTask.ts'
import type { WorkerAnswer, WorkerTask } from './workerTask.ts'

type Work<Input extends z.ZodType, Output extends z.ZodType> = (
  input: z.output<Input>,
) => z.input<Output> | Promise<z.input<Output>>

/** Runs the thread's only task, sends the answer and ends the thread. */
export function serveTask<Input extends z.ZodType, Output extends z.ZodType>(
  task: WorkerTask<Input, Output>,
  work: Work<Input, Output>,
): void {
  const port = mainPort()
  void answerTo(task, work, workerData)
    .then((answer) => port.postMessage(answer))
    .finally(() => port.close())
}

/** Runs the tasks of a `TaskThread`, one after the other, until main ends the thread. */
export function serveTasks<Input extends z.ZodType, Output extends z.ZodType>(
  task: WorkerTask<Input, Output>,
  work: Work<Input, Output>,
): void {
  const port = mainPort()
  port.on('message', (message: unknown) => {
    void answerTo(task, work, message).then((answer) => port.postMessage(answer))
  })
}

function mainPort(): MessagePort {
  if (!parentPort) throw new Error('This runs in a thread of its own')
  return parentPort
}

/** Returns the answer to a message as `v8.serialize` writes it. Never fails. */
async function answerTo<Input extends z.ZodType, Output extends z.ZodType>(
  task: WorkerTask<Input, Output>,
  work: Work<Input, Output>,
  message: unknown,
): Promise<Buffer> {
  try {
    const { input, maxAnswerBytes } = workerInputSchema.parse(message)
    const value = task.output.parse(await work(task.input.parse(input)))
    const answer = serialize({ value, error: undefined } satisfies WorkerAnswer)
    if (answer.byteLength <= maxAnswerBytes) return answer
    throw new AppError('tooHeavy', 'The answer is too large')
  } catch (error) {
    return serialize({ error: toAnswer(error) } satisfies WorkerAnswer)
  }
}

/** Returns the error for the answer. An unexpected error counts as the input's fault. */
function toAnswer(error: unknown) {
  if (error instanceof AppError) return toWire(error)
  const message = error instanceof Error ? `${error.name}: ${error.message}` : 'Not an error'
  return toWire(new AppError('unreadable', message.slice(0, 500)))
}
