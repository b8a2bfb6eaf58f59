import { parentPort } from 'node:worker_threads'
import { AppError, toWire } from '../../shared/errors.ts'
import { callMessageSchema } from './workerCalls.ts'
import type { AnswerMessage, Services } from './workerCalls.ts'

export interface OpenServices {
  services: Services
  close: () => void | Promise<void>
}

export interface ServeOptions {
  /** Opens the services at the first call. If it throws, the call fails and the next tries again. */
  open: () => OpenServices | Promise<OpenServices>
  /** Methods, such as `store.search`, that go before others that wait. */
  urgent: ReadonlySet<string>
}

interface Call {
  id: number
  service: string
  method: string
  given: unknown[]
  signal: AbortSignal
}

/**
 * Serves calls in this thread until the caller closes it. Begins one call in each turn of the event
 * loop, so that an urgent one waits for a single step of the others.
 */
export function serveCalls({ open, urgent }: ServeOptions): void {
  const port = parentPort
  if (!port) throw new Error('This runs in a thread of its own')
  const aborts = new Map<number, AbortController>()
  const waiting: { first: Call[]; second: Call[] } = { first: [], second: [] }
  let opening: Promise<OpenServices> | undefined

  const answer = (message: AnswerMessage): void => port.postMessage(message)

  function openOnce(): Promise<OpenServices> {
    opening ??= Promise.try(open).catch((error: unknown) => {
      opening = undefined
      throw error
    })
    return opening
  }

  async function run({ id, service, method, given, signal }: Call): Promise<void> {
    try {
      if (signal.aborted) throw new AppError('aborted', 'The call was stopped')
      const { services } = await openOnce()
      answer({ id, value: await callMethod(services, service, method, given) })
    } catch (error) {
      answer({ id, error: toWire(error), ...unexpected(error) })
    } finally {
      aborts.delete(id)
    }
  }

  function next(): void {
    const call = waiting.first.shift() ?? waiting.second.shift()
    if (call) void run(call)
  }

  async function close(): Promise<void> {
    for (const abort of aborts.values()) abort.abort()
    const opened = await opening?.catch(() => undefined)
    await opened?.close()
    port?.close()
  }

  port.on('message', (received: unknown) => {
    const message = callMessageSchema.parse(received)
    if (message.kind === 'abort') return aborts.get(message.id)?.abort()
    if (message.kind === 'close') return void close()
    const abort = new AbortController()
    aborts.set(message.id, abort)
    const { id, service, method, hasSignal } = message
    const given = hasSignal ? [...message.given, abort.signal] : message.given
    const queue = urgent.has(`${service}.${method}`) ? waiting.first : waiting.second
    queue.push({ id, service, method, given, signal: abort.signal })
    setImmediate(next)
  })
}

function callMethod(services: Services, name: string, method: string, given: unknown[]): unknown {
  const service = services[name]
  const work: unknown = service === undefined ? undefined : Reflect.get(service, method)
  if (typeof work !== 'function') throw new Error(`The thread has no ${name}.${method}`)
  return Reflect.apply(work, service, given)
}

function unexpected(error: unknown): { detail?: string } {
  if (error instanceof AppError) return {}
  return { detail: error instanceof Error ? (error.stack ?? error.message) : String(error) }
}
