import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { cookieName, parseDisplay, readCookie, type DisplayAddress } from './display.ts'
import { packet, padded } from './packet.ts'

/** An X event: 32 bytes, the first of which is its type. */
export type XEvent = Buffer

export interface XConnection {
  root: number
  firstKeycode: number
  lastKeycode: number
  /** Returns an unused id for a window. */
  newId(): number
  /** Sends a request without a reply. The next `sync` reports a failure. */
  send(request: Buffer): void
  /** Sends a request that may fail harmlessly, such as to another program's closed window. */
  tell(request: Buffer): void
  /** Sends a request and waits for its reply. Throws an Error with the X error's number. */
  ask(request: Buffer): Promise<Buffer>
  /** Waits until all requests are done. Rejects if one of them failed since the last call. */
  sync(): Promise<void>
  atom(name: string): Promise<number>
  atomName(atom: number): Promise<string>
  onEvent(listener: (event: XEvent) => void): () => void
  closed: Promise<void>
  close(): void
}

const kinds = { error: 0, reply: 1, genericEvent: 35 }
const headerLength = 32
const bigRequests = 'BIG-REQUESTS'
const smallRequestUnits = 0xffff
const maxHarmlessRequests = 1000

interface Waiting {
  resolve: (reply: Buffer) => void
  reject: (error: Error) => void
}

/**
 * Connects to the X server in DISPLAY. Implements the part of the core protocol that the host
 * needs.
 */
export async function connectX(displayName = process.env['DISPLAY']): Promise<XConnection> {
  const address = parseDisplay(displayName)
  if (!address) throw new Error('There is no X display')
  const socket = await connectFirst(address.places)
  socket.write(hello(readCookie(address.number)))
  const incoming = readPackets(socket)
  const setup = await incoming.setup
  return createConnection(socket, setup, incoming)
}

/** Connects to the first of the places where something listens. */
async function connectFirst([place, ...others]: DisplayAddress['places']): Promise<Socket> {
  if (!place) throw new Error('There is no X display')
  const socket = connect(place).unref()
  try {
    await once(socket, 'connect')
    return socket
  } catch (error) {
    if (others.length === 0) throw error
    return connectFirst(others)
  }
}

function hello(cookie: Buffer | undefined): Buffer {
  const name = cookie ? Buffer.from(cookieName) : Buffer.alloc(0)
  const data = cookie ?? Buffer.alloc(0)
  const head = Buffer.alloc(12)
  head.write('l')
  head.writeUInt16LE(11, 2)
  head.writeUInt16LE(name.length, 6)
  head.writeUInt16LE(data.length, 8)
  return Buffer.concat([head, padded(name), padded(data)])
}

interface Incoming {
  setup: Promise<Buffer>
  onPacket: (packet: Buffer) => void
  closed: Promise<void>
}

/** Splits the server's bytes into its setup and then into replies, errors and events. */
function readPackets(socket: Socket): Incoming {
  let bytes = Buffer.alloc(0)
  let isSetUp = false
  const setup = Promise.withResolvers<Buffer>()
  const closed = Promise.withResolvers<void>()
  const incoming: Incoming = {
    setup: setup.promise,
    onPacket: () => undefined,
    closed: closed.promise,
  }
  const take = (length: number): Buffer | undefined => {
    if (bytes.length < length) return undefined
    const taken = bytes.subarray(0, length)
    bytes = bytes.subarray(length)
    return taken
  }
  const readSetup = (): boolean => {
    if (bytes.length < 8) return false
    const whole = take(8 + bytes.readUInt16LE(6) * 4)
    if (!whole) return false
    isSetUp = true
    if (whole[0] === 1) setup.resolve(whole)
    else setup.reject(new Error(`The X server refused: ${whole.toString('latin1', 8)}`))
    return true
  }
  const readPacket = (): boolean => {
    if (bytes.length < headerLength) return false
    const kind = bytes[0]! & 0x7f
    const more = kind === kinds.reply || kind === kinds.genericEvent ? bytes.readUInt32LE(4) * 4 : 0
    const whole = take(headerLength + more)
    if (whole) incoming.onPacket(whole)
    return whole !== undefined
  }
  socket.on('data', (chunk) => {
    bytes = bytes.length === 0 ? chunk : Buffer.concat([bytes, chunk])
    while (isSetUp ? readPacket() : readSetup());
  })
  socket.on('error', (error) => setup.reject(error))
  socket.on('close', () => {
    setup.reject(new Error('The X server closed the connection'))
    closed.resolve()
  })
  return incoming
}

async function createConnection(
  socket: Socket,
  setup: Buffer,
  incoming: Incoming,
): Promise<XConnection> {
  const base = setup.readUInt32LE(12)
  const vendorLength = setup.readUInt16LE(24)
  const formats = setup[29]!
  const root = setup.readUInt32LE(40 + Math.ceil(vendorLength / 4) * 4 + formats * 8)
  const waiting = new Map<number, Waiting>()
  const harmless = new Set<number>()
  const listeners = new Set<(event: XEvent) => void>()
  const atoms = new Map<string, Promise<number>>()
  let failure: Error | undefined
  let lastSequence = 0
  let lastId = 0
  let requestUnits = setup.readUInt16LE(26)

  incoming.onPacket = (arrived) => {
    const kind = arrived[0]!
    const sequence = arrived.readUInt16LE(2)
    if (kind > kinds.reply) return listeners.forEach((listener) => listener(arrived))
    const asker = waiting.get(sequence)
    waiting.delete(sequence)
    if (kind === kinds.reply) return asker?.resolve(arrived)
    const error = new Error(`X error ${arrived[1]} to request ${arrived[10]}`)
    if (asker) asker.reject(error)
    else if (!harmless.delete(sequence)) failure ??= error
  }
  void incoming.closed.then(() => {
    for (const { reject } of waiting.values()) reject(new Error('The X server has gone'))
    waiting.clear()
  })

  const send = (request: Buffer): void => {
    if (socket.destroyed) return
    const units = request.length / 4
    if (units > requestUnits) throw new Error('Too much for one request to the X server')
    lastSequence = (lastSequence + 1) & 0xffff
    harmless.delete(lastSequence)
    if (units <= smallRequestUnits) {
      request.writeUInt16LE(units, 2)
      socket.write(request)
      return
    }
    const length = Buffer.alloc(4)
    length.writeUInt32LE(units + 1)
    request.writeUInt16LE(0, 2)
    socket.write(Buffer.concat([request.subarray(0, 4), length, request.subarray(4)]))
  }
  const tell = (request: Buffer): void => {
    send(request)
    if (harmless.size > maxHarmlessRequests) harmless.clear()
    harmless.add(lastSequence)
  }
  const ask = (request: Buffer): Promise<Buffer> =>
    new Promise((resolve, reject) => {
      if (socket.destroyed) return reject(new Error('The X server has gone'))
      send(request)
      waiting.set(lastSequence, { resolve, reject })
    })
  const sync = async (): Promise<void> => {
    await ask(packet(43))
    const found = failure
    failure = undefined
    if (found) throw found
  }
  const internAtom = async (name: string): Promise<number> => {
    const bytes = Buffer.from(name, 'latin1')
    const reply = await ask(packet(16, 0, [bytes.length & 0xffff], bytes))
    return reply.readUInt32LE(8)
  }

  const extension = await ask(packet(98, 0, [bigRequests.length], Buffer.from(bigRequests)))
  if (extension[8] === 1) {
    requestUnits = (await ask(packet(extension[9]!))).readUInt32LE(8)
  }
  return {
    root,
    firstKeycode: setup[34]!,
    lastKeycode: setup[35]!,
    newId: () => base + ++lastId,
    send,
    tell,
    ask,
    sync,
    atom(name) {
      const known = atoms.get(name) ?? internAtom(name)
      atoms.set(name, known)
      return known
    },
    async atomName(atom) {
      const reply = await ask(packet(17, 0, [atom]))
      return reply.toString('latin1', headerLength, headerLength + reply.readUInt16LE(8))
    },
    onEvent(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    closed: incoming.closed,
    close: () => socket.destroy(),
  }
}
