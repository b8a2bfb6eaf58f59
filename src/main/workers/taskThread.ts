import type { Worker } from 'node:worker_threads'
import type { z } from 'zod'
import { fromWire } from '../../shared/errors.ts'
import { createSlots } from './slots.ts'
import { readAnswer } from './readAnswer.ts'
import { withSubject, type TaskOptions } from './runTask.ts'
import { startWorker } from './startWorker.ts'
import { threadSlots } from './threadSlots.ts'
import type { WorkerTask } from './workerTask.ts'

export interface TaskThread<Input extends z.ZodType, Output extends z.ZodType> {
  /** Runs one task after the other. Errors: those of `runTask`. */
  run: (input: z.input<Input>, options: TaskOptions) => Promise<z.output<Output>>
  /** Ends the thread. A task that runs fails with `unreadable`. */
  close: () => Promise<void>
}

export interface TaskThreadOptions {
  entry: string | URL
  /** The limit of memory that the thread's objects have, for its whole life. */
  megabytes: number
  /** A thread whose buffers or objects have grown beyond it is replaced before the next task. */
  renewMegabytes: number
  /** A thread without work is ended after this time. */
  idleMilliseconds: number
}

/**
 * Keeps a thread for many small tasks, each of which would otherwise pay for a thread's start. Its
 * entry file calls `serveTasks`. After a task that met a limit or made the thread fail, the next
 * one gets a new thread.
 */
export function createTaskThread<Input extends z.ZodType, Output extends z.ZodType>(
  task: WorkerTask<Input, Output>,
  options: TaskThreadOptions,
): TaskThread<Input, Output> {
  const turns = createSlots(1)
  let worker: Worker | undefined
  let idle: NodeJS.Timeout | undefined

  async function end(): Promise<void> {
    clearTimeout(idle)
    const ended = worker
    worker = undefined
    await ended?.terminate()
  }

  function start(): Worker {
    const started = startWorker(options.entry, {}, options.megabytes)
    started.once('exit', () => {
      if (worker === started) worker = undefined
    })
    return started
  }

  async function runNow(input: z.input<Input>, given: TaskOptions): Promise<z.output<Output>> {
    clearTimeout(idle)
    worker ??= start()
    const { limits, signal } = given
    worker.postMessage({ input: task.input.parse(input), maxAnswerBytes: limits.answerBytes })
    const answer = await readAnswer(worker, limits, signal).catch(async (error: unknown) => {
      await end()
      throw error
    })
    await renew()
    if (answer.error) throw fromWire(answer.error)
    return task.output.parse(answer.value)
  }

  /** Ends a thread that has grown, and any other after a time without work. */
  async function renew(): Promise<void> {
    const memory = await worker?.getHeapStatistics().catch(() => undefined)
    const bytes = memory ? Math.max(memory.external_memory, memory.used_heap_size) : 0
    if (bytes > options.renewMegabytes * 1_000_000) return end()
    idle = setTimeout(() => void end(), options.idleMilliseconds)
    idle.unref()
  }

  return {
    async run(input, given) {
      const endTurn = await turns.take(given.signal)
      try {
        const free = await threadSlots.take(given.signal)
        try {
          return await runNow(input, given)
        } finally {
          free()
        }
      } catch (error) {
        throw withSubject(error, given.subject)
      } finally {
        endTurn()
      }
    },
    close: end,
  }
}
