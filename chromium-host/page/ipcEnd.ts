import type { FromPage, PortPost, ToPage } from './pageMessage.ts'
import type { StructuredCodec } from './structuredCodec.ts'

type Listener = (event: object, ...args: unknown[]) => void

interface Invocation {
  resolve(value: unknown): void
  fail(reason: string): void
}

/** The page's side of Electron's IPC. */
export interface IpcEnd {
  /** Electron's ipcRenderer. */
  renderer: object
  /** Handles a message from main. Returns true if it belonged to IPC. */
  receive(message: ToPage): boolean
}

/**
 * Creates an ipcRenderer on a pair of message functions, with real MessagePorts in the page. Runs
 * as source text, so it refers to nothing outside itself.
 */
export function ipcEnd(codec: StructuredCodec, send: (message: FromPage) => void): IpcEnd {
  const ports = new Map<number, MessagePort>()
  const listeners = new Map<string, { listener: Listener; once: boolean }[]>()
  const invocations = new Map<number, Invocation>()
  let lastPort = -1
  let lastInvocation = 0

  const keep = (id: number, port: MessagePort): void => {
    ports.set(id, port)
    port.addEventListener('close', () => {
      if (ports.delete(id)) send({ type: 'portClosed', port: id })
    })
    port.onmessage = ({ data, ports: travelling }) => {
      send({ type: 'port', port: id, post: pack(data, travelling) })
    }
  }
  const pack = (data: unknown, travelling: readonly MessagePort[]): PortPost => {
    const encoded = codec.encode(data)
    const ids = travelling.map((port) => {
      lastPort += 2
      keep(lastPort, structuredClone(port, { transfer: [port] }))
      return lastPort
    })
    return { data: encoded, ports: ids }
  }
  const unpackPorts = (ids: readonly number[]): MessagePort[] =>
    ids.map((id) => {
      const { port1, port2 } = new MessageChannel()
      keep(id, port1)
      return port2
    })

  const listen = (channel: string, listener: Listener, once: boolean): object => {
    if (typeof listener !== 'function') throw new TypeError('The listener must be a function')
    listeners.set(channel, [...(listeners.get(channel) ?? []), { listener, once }])
    return renderer
  }
  const unlisten = (channel: string, listener: Listener): object => {
    const all = listeners.get(channel) ?? []
    const index = all.findLastIndex((entry) => entry.listener === listener)
    if (index >= 0) listeners.set(channel, all.toSpliced(index, 1))
    return renderer
  }
  const emit = (channel: string, event: object, args: unknown[]): void => {
    for (const { listener, once } of listeners.get(channel) ?? []) {
      if (once) unlisten(channel, listener)
      try {
        listener(event, ...args)
      } catch (error) {
        reportError(error)
      }
    }
  }

  const renderer = {
    send: (channel: string, ...args: unknown[]) =>
      send({ type: 'send', channel: String(channel), args: codec.encode(args) }),
    invoke: (channel: string, ...values: unknown[]) =>
      new Promise((resolve, reject) => {
        const args = codec.encode(values)
        const id = ++lastInvocation
        const fail = (reason: string): void =>
          reject(new Error(`Error invoking remote method '${channel}': ${reason}`))
        invocations.set(id, { resolve, fail })
        send({ type: 'invoke', id, channel: String(channel), args })
      }),
    postMessage: (channel: string, message: unknown, transfer: readonly MessagePort[] = []) =>
      send({ type: 'post', channel: String(channel), post: pack(message, transfer) }),
    on: (channel: string, listener: Listener) => listen(channel, listener, false),
    addListener: (channel: string, listener: Listener) => listen(channel, listener, false),
    once: (channel: string, listener: Listener) => listen(channel, listener, true),
    off: unlisten,
    removeListener: unlisten,
    removeAllListeners: (channel?: string) => {
      if (channel === undefined) listeners.clear()
      else listeners.delete(channel)
      return renderer
    },
    listenerCount: (channel: string) => listeners.get(channel)?.length ?? 0,
  }

  const settle = (id: number, how: (invocation: Invocation) => void): void => {
    const invocation = invocations.get(id)
    invocations.delete(id)
    if (invocation) how(invocation)
  }

  const receive = (message: ToPage): boolean => {
    switch (message.type) {
      case 'event': {
        const event = { sender: renderer, ports: unpackPorts(message.ports) }
        emit(message.channel, event, codec.decode(message.args) as unknown[])
        return true
      }
      case 'reply':
        settle(message.id, ({ resolve }) => resolve(codec.decode(message.value)))
        return true
      case 'failure':
        settle(message.id, ({ fail }) => fail(message.message))
        return true
      case 'port': {
        const { data, ports: travelling } = message.post
        ports.get(message.port)?.postMessage(codec.decode(data), unpackPorts(travelling))
        return true
      }
      case 'portClosed':
        ports.get(message.port)?.close()
        ports.delete(message.port)
        return true
      default:
        return false
    }
  }
  return { renderer, receive }
}
