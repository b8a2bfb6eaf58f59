import { Worker } from 'node:worker_threads'
import { AppError } from '../../../shared/errors.ts'
import { schemaAnswerSchema, type SchemaAnswer, type SchemaRequest } from './schemaMessages.ts'

const memory = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 }

/** A thread that checks values against schemas, one after the other. */
export interface SchemaThread {
  /** Errors: tooHeavy past the time limit or the thread's memory. Then the thread has ended. */
  ask: (request: SchemaRequest, milliseconds: number) => Promise<SchemaAnswer>
  hasEnded: () => boolean
  end: () => Promise<void>
}

/** Starts a thread. It keeps no process alive, and gets neither environment nor switches. */
export function startSchemaThread(entry: string | URL): SchemaThread {
  const worker = new Worker(entry, {
    env: {},
    execArgv: [],
    stdout: true,
    stderr: true,
    resourceLimits: memory,
  })
  worker.unref()
  worker.stdout.pause()
  worker.stderr.pause()
  // Its first message says that it has loaded: that is no part of a check's time.
  const isReady = new Promise<void>((resolve) => {
    worker.once('message', () => resolve())
    worker.once('exit', () => resolve())
  })
  let hasEnded = false
  worker.on('error', () => (hasEnded = true))
  worker.on('exit', () => (hasEnded = true))

  async function end(): Promise<void> {
    hasEnded = true
    await worker.terminate()
  }

  async function ask(request: SchemaRequest, milliseconds: number): Promise<SchemaAnswer> {
    await isReady
    const { promise, resolve, reject } = Promise.withResolvers<SchemaAnswer>()
    const fail = (): void =>
      reject(new AppError('tooHeavy', 'The check takes too long or too much memory'))
    const timer = setTimeout(fail, milliseconds)
    const answer = (message: unknown): void => {
      const { data } = schemaAnswerSchema.safeParse(message)
      if (data) resolve(data)
      else reject(new AppError('unreadable', 'The thread answered nonsense'))
    }
    worker.once('message', answer)
    worker.once('error', fail)
    worker.once('exit', fail)
    if (hasEnded) fail()
    try {
      worker.postMessage(request)
      return await promise
    } catch (error) {
      await end()
      throw error
    } finally {
      clearTimeout(timer)
      worker.off('message', answer)
      worker.off('error', fail)
      worker.off('exit', fail)
    }
  }

  return { ask, hasEnded: () => hasEnded, end }
}
