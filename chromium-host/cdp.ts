import { EventEmitter } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import type { Protocol } from '../node_modules/playwright-core/types/protocol.d.ts'

type Method = keyof Protocol.CommandParameters
type Result<M extends Method> = Protocol.CommandReturnValues[M]
type EventName = keyof Protocol.EventMap

/** One target's side of the connection: it sends commands and emits typed events. */
export interface CdpSession {
  send<M extends Method>(method: M, params?: Protocol.CommandParameters[M]): Promise<Result<M>>
  /** Sends a command that fails only if the target is gone. Ignores the failure. */
  tell<M extends Method>(method: M, params?: Protocol.CommandParameters[M]): void
  on<E extends EventName>(event: E, listener: (params: Protocol.EventMap[E][0]) => void): void
  off<E extends EventName>(event: E, listener: (params: Protocol.EventMap[E][0]) => void): void
}

export interface CdpConnection extends CdpSession {
  session(id: string): CdpSession
  /** Resolves once Chromium has closed its end. */
  readonly closed: Promise<void>
}

interface Message {
  id?: number
  method?: string
  params?: unknown
  sessionId?: string
  result?: unknown
  error?: { message: string }
}

interface Pending {
  method: string
  session: string
  resolve: (result: unknown) => void
  reject: (error: Error) => void
}

/**
 * Speaks the DevTools protocol over `--remote-debugging-pipe`: JSON messages, each ended by NUL.
 */
export function connectPipe(input: Writable, output: Readable): CdpConnection {
  const pending = new Map<number, Pending>()
  const emitters = new Map<string, EventEmitter>()
  let lastId = 0
  let open = true

  const emitterOf = (session: string): EventEmitter => {
    const known = emitters.get(session)
    if (known) return known
    const emitter = new EventEmitter().setMaxListeners(0)
    emitters.set(session, emitter)
    return emitter
  }

  const rejectPending = (belongs: (entry: Pending) => boolean): void => {
    for (const [id, entry] of pending) {
      if (!belongs(entry)) continue
      pending.delete(id)
      entry.reject(new Error(`${entry.method}: the page is gone`))
    }
  }

  const receive = (message: Message): void => {
    if (message.id === undefined) {
      if (message.method === 'Target.detachedFromTarget') {
        const { sessionId } = message.params as Protocol.Target.detachedFromTargetPayload
        rejectPending((entry) => entry.session === sessionId)
        emitters.delete(sessionId)
      }
      if (message.method)
        emitters.get(message.sessionId ?? '')?.emit(message.method, message.params)
      return
    }
    const entry = pending.get(message.id)
    pending.delete(message.id)
    if (message.error) entry?.reject(new Error(`${entry.method}: ${message.error.message}`))
    else entry?.resolve(message.result)
  }

  const closed = new Promise<void>((resolve) => {
    const close = (): void => {
      open = false
      rejectPending(() => true)
      resolve()
    }
    output.on('close', close).on('error', close)
    input.on('error', close)
  })
  readMessages(output, receive)

  const session = (sessionId: string): CdpSession => {
    const send = <M extends Method>(
      method: M,
      params?: Protocol.CommandParameters[M],
    ): Promise<Result<M>> =>
      new Promise((resolve, reject) => {
        if (!open) return reject(new Error(`${method}: the browser is gone`))
        const id = ++lastId
        pending.set(id, {
          method,
          session: sessionId,
          resolve: resolve as Pending['resolve'],
          reject,
        })
        const target = sessionId ? { sessionId } : {}
        input.write(`${JSON.stringify({ id, method, params, ...target })}\0`)
      })
    return {
      send,
      tell: (method, params) => void send(method, params).catch(() => undefined),
      on: (event, listener) => void emitterOf(sessionId).on(event, listener),
      off: (event, listener) => void emitterOf(sessionId).off(event, listener),
    }
  }
  return { ...session(''), session, closed }
}

function readMessages(output: Readable, receive: (message: Message) => void): void {
  let parts: Buffer[] = []
  output.on('data', (chunk: Buffer) => {
    let start = 0
    for (let end = chunk.indexOf(0); end >= 0; end = chunk.indexOf(0, start)) {
      parts.push(chunk.subarray(start, end))
      const message = JSON.parse(Buffer.concat(parts).toString('utf8')) as Message
      parts = []
      start = end + 1
      try {
        receive(message)
      } catch (error) {
        throwLater(error)
      }
    }
    if (start < chunk.length) parts.push(chunk.subarray(start))
  })
}

/** Rethrows a listener's error as uncaught, without losing the messages that follow. */
function throwLater(error: unknown): void {
  process.nextTick(() => {
    throw error
  })
}
