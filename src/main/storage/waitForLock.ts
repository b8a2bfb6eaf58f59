import { setTimeout as delay } from 'node:timers/promises'
import { AppError } from '../../shared/errors.ts'

const pauseMilliseconds = 50
const waitMilliseconds = 5000

export function isLocked(error: unknown): boolean {
  return error instanceof AppError && error.code === 'databaseLocked'
}

/**
 * Repeats `work` for up to five seconds while another program locks the database, without blocking
 * the event loop. A failed attempt must not have changed anything. Errors: databaseLocked.
 */
async function waitForLock<T>(work: () => T | Promise<T>): Promise<T> {
  const deadline = performance.now() + waitMilliseconds
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isLocked(error) || performance.now() > deadline) throw error
    }
    await delay(pauseMilliseconds)
  }
}

/** Does the same for a stream, until its first value. */
async function* waitForLockedStream<T>(open: () => AsyncIterable<T>): AsyncIterable<T> {
  const { iterator, first } = await waitForLock(async () => {
    const opened = open()[Symbol.asyncIterator]()
    return { iterator: opened, first: await opened.next() }
  })
  let step = first
  try {
    while (step.done !== true) {
      yield step.value
      step = await iterator.next()
    }
  } finally {
    if (step.done !== true) await iterator.return?.()
  }
}

type Handler = (...given: unknown[]) => unknown

/** Wraps handlers so that they wait while another program, such as a backup, locks the database. */
export function patient<Handlers extends object>(handlers: Handlers): Handlers {
  const wrapped = Object.entries(handlers).map(([name, handler]) => {
    const run = handler as Handler
    return [name, (...given: unknown[]) => runPatiently(() => run(...given))]
  })
  return Object.fromEntries(wrapped) as Handlers
}

/**
 * Runs `work`, and waits only if it fails because of a lock. A synchronous result stays
 * synchronous.
 */
function runPatiently(work: () => unknown): unknown {
  const orWait = (error: unknown): Promise<unknown> => {
    if (!isLocked(error)) throw error
    return waitForLock(work)
  }
  try {
    const result = work()
    if (isStream(result)) return waitForLockedStream(() => work() as AsyncIterable<unknown>)
    return result instanceof Promise ? result.catch(orWait) : result
  } catch (error) {
    return orWait(error)
  }
}

function isStream(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value
}
