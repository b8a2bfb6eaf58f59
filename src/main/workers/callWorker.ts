import { Worker } from 'node:worker_threads'
import { AppError, fromWire } from '../../shared/errors.ts'
import { answerMessageSchema } from './workerCalls.ts'
import type { CallMessage, Remote, Services } from './workerCalls.ts'

const closeMilliseconds = 5000

export interface WorkerOptions {
  /** The file that calls `serveCalls`. */
  entry: string | URL
  workerData: unknown
  /** Receives unexpected errors of the thread. */
  log: (event: string, detail?: unknown) => void
}

export interface WorkerCalls<S extends Services> {
  services: { [Name in keyof S]: Remote<S[Name]> }
  /** Lets the thread close what it has open, and ends it. Later calls fail. */
  close: () => Promise<void>
}

interface Pending {
  resolve: (value: unknown) => void
  reject: (error: unknown) => void
}

/**
 * Offers the services of a thread. The first call starts it. If it dies, its running calls fail
 * with `internal`, or `tooHeavy` if it had no memory left, and the next call starts it again.
 */
export function callWorker<S extends Services>(
  names: readonly (keyof S & string)[],
  options: WorkerOptions,
): WorkerCalls<S> {
  const pending = new Map<number, Pending>()
  let worker: Worker | undefined
  let lastId = 0
  let isClosed = false

  function start(): Worker {
    const started = new Worker(options.entry, {
      workerData: options.workerData,
      // The thread gets neither the environment, which may hold keys, nor main's own switches.
      env: {},
      execArgv: [],
    })
    let cause: unknown
    started.on('message', receive)
    started.on('error', (error: unknown) => (cause = error))
    started.on('exit', () => {
      if (worker === started) worker = undefined
      if (cause !== undefined) options.log('A thread died', cause)
      const failure = isClosed ? stopped() : endedError(cause)
      for (const { reject } of pending.values()) reject(failure)
      pending.clear()
    })
    return started
  }

  function receive(received: unknown): void {
    const { id, value, error, detail } = answerMessageSchema.parse(received)
    const call = pending.get(id)
    pending.delete(id)
    if (detail !== undefined) options.log('A call of a thread failed', detail)
    if (error) call?.reject(fromWire(error))
    else call?.resolve(value)
  }

  function call(service: string, method: string, given: unknown[]): Promise<unknown> {
    const last = given.at(-1)
    const signal = last instanceof AbortSignal ? last : undefined
    if (isClosed || signal?.aborted) return Promise.reject(stopped())
    const id = ++lastId
    worker ??= start()
    const post = (message: CallMessage): void => worker?.postMessage(message)
    return new Promise((resolve, reject) => {
      const abort = (): void => {
        post({ kind: 'abort', id })
        // The thread may be within a long step: nobody has to wait for its end.
        pending.delete(id)
        settle()
        reject(stopped())
      }
      const settle = (): void => signal?.removeEventListener('abort', abort)
      const sent = signal ? given.slice(0, -1) : given
      // It throws for what can't be cloned, which rejects the promise.
      post({ kind: 'call', id, service, method, given: sent, hasSignal: signal !== undefined })
      signal?.addEventListener('abort', abort, { once: true })
      pending.set(id, {
        resolve: (value) => {
          settle()
          resolve(value)
        },
        reject: (error) => {
          settle()
          reject(error instanceof Error ? error : new Error(String(error)))
        },
      })
    })
  }

  function remote(service: string): object {
    return new Proxy(
      {},
      {
        get: (_, method) =>
          // A promise must not take the object for another promise.
          typeof method === 'string' && method !== 'then'
            ? (...given: unknown[]) => call(service, method, given)
            : undefined,
      },
    )
  }

  return {
    services: Object.fromEntries(
      names.map((name) => [name, remote(name)]),
    ) as WorkerCalls<S>['services'],
    async close() {
      isClosed = true
      const running = worker
      if (!running) return
      const ended = new Promise<void>((resolve) => running.once('exit', () => resolve()))
      running.postMessage({ kind: 'close' } satisfies CallMessage)
      const timer = setTimeout(() => void running.terminate(), closeMilliseconds)
      await ended
      clearTimeout(timer)
    },
  }
}

function stopped(): AppError {
  return new AppError('aborted', 'The call was stopped')
}

function endedError(cause: unknown): AppError {
  const isOutOfMemory =
    cause instanceof Error && 'code' in cause && cause.code === 'ERR_WORKER_OUT_OF_MEMORY'
  return isOutOfMemory
    ? new AppError('tooHeavy', 'A thread ran out of memory', {}, cause)
    : new AppError('internal', 'A thread of Parley ended unexpectedly', {}, cause)
}
