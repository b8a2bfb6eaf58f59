import { EventEmitter } from 'node:events'
import type * as Electron from 'electron'
import { codec, decodeReceived } from './codec.ts'
import type { Offered } from './offered.ts'
import type { Encoded } from './page/structuredCodec.ts'
import { strict } from './strict.ts'

/** A message on its way, with the ends of the ports that travel along. */
export interface Parcel {
  data: Encoded
  ends: LocalEnd[]
}

/** One end of a channel, wherever its holder lives. */
export interface PortEnd {
  peer: PortEnd | undefined
  deliver(parcel: Parcel): void
  peerClosed(): void
}

export interface PortReader {
  deliver(parcel: Parcel): void
  peerClosed(): void
}

/** An end that is held by main, or on its way to a new holder; it queues until somebody reads. */
export interface LocalEnd extends PortEnd {
  readBy(reader: PortReader | undefined): void
}

export function entangle(one: PortEnd, other: PortEnd): void {
  one.peer = other
  other.peer = one
}

export function createLocalEnd(): LocalEnd {
  const queue: Parcel[] = []
  let closed = false
  let reader: PortReader | undefined
  return {
    peer: undefined,
    deliver: (parcel) => {
      if (reader) reader.deliver(parcel)
      else queue.push(parcel)
    },
    peerClosed() {
      closed = true
      this.peer = undefined
      reader?.peerClosed()
    },
    readBy: (newReader) => {
      reader = newReader
      if (!reader) return
      for (const parcel of queue.splice(0)) reader.deliver(parcel)
      if (closed) reader.peerClosed()
    },
  }
}

const endOf = Symbol('end')

/** Electron's MessagePortMain: nothing is read before `start`. */
export class MessagePortMain
  extends EventEmitter
  implements Offered<Electron.MessagePortMain, 'postMessage'>
{
  [endOf]: LocalEnd | undefined

  constructor(end: LocalEnd) {
    super()
    this[endOf] = end
    return strict('MessagePortMain', this)
  }

  postMessage(message: unknown, transfer: readonly MessagePortMain[] = []): void {
    const data = codec.encode(message)
    if (transfer.includes(this)) throw new Error('Port at index 0 contains the source port')
    const peer = this[endOf]?.peer
    const ends = transfer.map(detach)
    if (peer) peer.deliver({ data, ends })
    else for (const end of ends) end.peer?.peerClosed()
  }

  start(): void {
    this[endOf]?.readBy({
      deliver: ({ data, ends }) => {
        // Later, and in order, as messages between processes are.
        setImmediate(() => {
          if (!this[endOf]) return
          const received = decodeReceived(data)
          if (!received) return
          const ports = ends.map((end) => new MessagePortMain(end))
          this.emit('message', { data: received.value, ports })
        })
      },
      peerClosed: () => void setImmediate(() => this[endOf] && this.emit('close')),
    })
  }

  close(): void {
    const end = this[endOf]
    this[endOf] = undefined
    end?.peer?.peerClosed()
  }
}

/** Takes a port's end from it for a transfer; the port is dead from then on. */
export function detach(port: MessagePortMain): LocalEnd {
  const end = port[endOf]
  if (!end) throw new Error('Port is already neutered')
  port[endOf] = undefined
  end.readBy(undefined)
  return end
}

export class MessageChannelMain {
  readonly port1: MessagePortMain
  readonly port2: MessagePortMain

  constructor() {
    const ends = [createLocalEnd(), createLocalEnd()] as const
    entangle(...ends)
    this.port1 = new MessagePortMain(ends[0])
    this.port2 = new MessagePortMain(ends[1])
  }
}
