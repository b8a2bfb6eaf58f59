import { serialize } from 'node:v8'
import { parentPort, workerData } from 'node:worker_threads'
import type { z } from 'zod'
import { AppError, toWire } from '../../shared/errors.ts'
import { workerInputSchema } from './workerTask.ts'
import type { WorkerAnswer, WorkerTask } from './workerTask.ts'

/** Runs the thread's only task, sends the answer and ends the thread. */
export function serveTask<Input extends z.ZodType, Output extends z.ZodType>(
  task: WorkerTask<Input, Output>,
  work: (input: z.output<Input>) => z.input<Output> | Promise<z.input<Output>>,
): void {
  const port = parentPort
  if (!port) throw new Error('This runs in a thread of its own')
  const { input, answerBytesMaximum } = workerInputSchema.parse(workerData)

  async function run(): Promise<Buffer> {
    const value = task.output.parse(await work(task.input.parse(input)))
    const answer = serialize({ value, error: undefined } satisfies WorkerAnswer)
    if (answer.byteLength <= answerBytesMaximum) return answer
    throw new AppError('tooHeavy', 'The answer is too large')
  }

  void run()
    .catch((error: unknown) => serialize({ error: toAnswer(error) } satisfies WorkerAnswer))
    .then((answer) => port.postMessage(answer))
    .finally(() => port.close())
}

/** Returns the error for the answer. An unexpected error counts as the input's fault. */
function toAnswer(error: unknown) {
  if (error instanceof AppError) return toWire(error)
  const message = error instanceof Error ? `${error.name}: ${error.message}` : 'Not an error'
  return toWire(new AppError('unreadable', message.slice(0, 500)))
}
