import { EventEmitter } from 'node:events'
import type * as Electron from 'electron'
import { codec, decodeReceived } from './codec.ts'
import type { Offered } from './offered.ts'
import type { Encoded } from './page/structuredCodec.ts'
import { strict } from './strict.ts'

/** A message in transit, with the ends of transferred ports. */
export interface Parcel {
  data: Encoded
  ends: LocalEnd[]
}

/** One end of a channel, in any process. */
export interface PortEnd {
  peer: PortEnd | undefined
  deliver(parcel: Parcel): void
  peerClosed(): void
}

export interface PortReader {
  deliver(parcel: Parcel): void
  peerClosed(): void
}

/** An end held by main or in transit. It queues messages until it has a reader. */
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

/** Electron's MessagePortMain. It reads nothing before `start`. */
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
        // Delivered later and in order, like messages between processes.
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

/** Detaches a port's end for a transfer. The port can't be used afterwards. */
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
