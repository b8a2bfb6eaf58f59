import type { MessagePortMain, WebFrameMain } from 'electron'
import { AppError, toWire } from '../../shared/errors.ts'
import type { Reply } from '../../shared/ipc/wire.ts'
import { openStream } from './openStream.ts'
import { parseInput, type Entry, type Registry } from './registry.ts'
import { isTrustedSender } from './isTrustedSender.ts'

/**
 * The limit of unanswered calls and open streams of one window. A page over it gets tooManyAtOnce.
 */
export const maxPending = 256

export interface ServiceOptions {
  /**
   * Returns the handlers. They may change at runtime, for example after a repair of the history.
   */
  registry: () => Registry
  /** Returns true if the address is one of Parley's own pages. */
  isOwnPage: (url: string) => boolean
  /** Reports unexpected errors with the name of the method. */
  onUnexpected: (name: string, error: unknown) => void
}

/** The part of Electron's IPC events that identifies the sender. */
export interface Asking {
  sender: { id: number }
  senderFrame: WebFrameMain | null
}

export interface Service {
  call: (asking: Asking, name: unknown, input: unknown) => Promise<Reply>
  /**
   * Opens a stream. `message` is `[name, input]`. The reply uses the port, which is closed at the
   * end.
   */
  stream: (asking: Asking, message: unknown, port: MessagePortMain) => Promise<void>
}

/**
 * Answers calls and streams: checks the sender, parses the input, runs the handler, parses and
 * wraps the output.
 */
export function createService({ registry, isOwnPage, onUnexpected }: ServiceOptions): Service {
  const pending = new Map<number, number>()

  async function admit<T>(asking: Asking, run: () => Promise<T>): Promise<T> {
    if (!isTrustedSender(asking.senderFrame, isOwnPage)) {
      throw new AppError('forbidden', 'This page may not call Parley')
    }
    const id = asking.sender.id
    const count = pending.get(id) ?? 0
    if (count >= maxPending) throw new AppError('tooManyAtOnce', 'Too many calls at once')
    pending.set(id, count + 1)
    try {
      return await run()
    } finally {
      const left = (pending.get(id) ?? 1) - 1
      if (left > 0) pending.set(id, left)
      else pending.delete(id)
    }
  }

  function report(name: unknown, error: unknown): void {
    if (error === undefined || error instanceof AppError) return
    onUnexpected(typeof name === 'string' ? name.slice(0, 100) : typeof name, error)
  }

  return {
    async call(asking, name, input) {
      try {
        const value = await admit(asking, () => {
          return answer(known(registry()('method', name)), input, asking.sender.id)
        })
        return { ok: true, value }
      } catch (error) {
        report(name, error)
        return { ok: false, error: toWire(error) }
      }
    },

    async stream(asking, message, port) {
      const [name, input] = Array.isArray(message) ? (message as unknown[]) : []
      try {
        const failure = await admit(asking, () => {
          const entry = known(registry()('stream', name))
          return openStream(entry, input, { windowId: asking.sender.id }, port)
        })
        report(name, failure)
      } catch (error) {
        report(name, error)
        port.postMessage({ type: 'error', error: toWire(error) })
        port.close()
      }
    },
  }
}

async function answer(entry: Entry<'method'>, input: unknown, windowId: number): Promise<unknown> {
  const { definition, handler } = entry
  const output = await handler(parseInput(definition.input, input), { windowId })
  return definition.output.parse(output)
}

function known<T>(entry: T | undefined): T {
  if (!entry) throw new AppError('unknownMethod', 'There is no such method')
  return entry
}
