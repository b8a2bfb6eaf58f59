import type { XConnection, XEvent } from './connection.ts'
import { packet } from './packet.ts'

export type SelectionName = 'CLIPBOARD' | 'PRIMARY'

/** A selection's content: bytes by target, which is X's name for a format. */
export type SelectionContent = ReadonlyMap<string, Uint8Array>

export interface Selections {
  /**
   * Offers content to all programs until another program does. Empty content clears the selection.
   */
  offer(selection: SelectionName, content: SelectionContent): Promise<void>
  /** Returns the targets that the owner offers, without X's own. */
  targets(selection: SelectionName): Promise<string[]>
  /** Returns undefined if there is no owner or it does not offer this target. */
  read(selection: SelectionName, target: string): Promise<Buffer | undefined>
}

const events = { propertyNotify: 28, selectionClear: 29, selectionRequest: 30, selectionNotify: 31 }
const propertyChangeMask = 1 << 22
const eventMaskValue = 1 << 11
const inputOnly = 2
const anyType = 0
const atomType = 4
/** The limit of waiting for an owner that hangs. */
const patienceMilliseconds = 2000
const ownTargets = ['TARGETS', 'MULTIPLE', 'TIMESTAMP', 'SAVE_TARGETS', 'DELETE']

/** Creates access to X's selections through an invisible window. */
export async function createSelections(x: XConnection): Promise<Selections> {
  const window = x.newId()
  x.send(
    packet(1, 0, [
      window,
      x.root,
      0,
      1 | (1 << 16),
      inputOnly << 16,
      0,
      eventMaskValue,
      propertyChangeMask,
    ]),
  )
  await x.sync()
  const owned = new Map<number, Map<number, Uint8Array>>()
  const timestamps = new Map<number, number>()
  const incr = await x.atom('INCR')
  const targetsAtom = await x.atom('TARGETS')
  const timestampAtom = await x.atom('TIMESTAMP')
  const integerAtom = await x.atom('INTEGER')
  let lastProperty = 0

  const expect = (test: (event: XEvent) => boolean): Promise<XEvent | undefined> =>
    new Promise((resolve) => {
      const finish = (event?: XEvent): void => {
        clearTimeout(timer)
        stop()
        resolve(event)
      }
      const timer = setTimeout(finish, patienceMilliseconds)
      timer.unref()
      const stop = x.onEvent((event) => test(event) && finish(event))
    })

  const setProperty = (
    target: { window: number; property: number; type: number; format: 8 | 32 },
    bytes: Uint8Array,
  ): void => {
    const { format } = target
    const units = bytes.length / (format / 8)
    x.tell(packet(18, 0, [target.window, target.property, target.type, format, units], bytes))
  }

  /** Returns the server's time from a change notice: an owner must not claim with time zero. */
  const serverTime = async (): Promise<number> => {
    const property = await x.atom('PARLEY_TIME')
    const notice = expect(
      (event) => event[0] === events.propertyNotify && event.readUInt32LE(8) === property,
    )
    setProperty({ window, property, type: integerAtom, format: 32 }, Buffer.alloc(4))
    return (await notice)?.readUInt32LE(12) ?? 0
  }

  const answer = (request: XEvent): void => {
    const time = request.readUInt32LE(4)
    const requestor = request.readUInt32LE(12)
    const selection = request.readUInt32LE(16)
    const target = request.readUInt32LE(20)
    const property = request.readUInt32LE(24) || target
    const content = owned.get(selection)
    const place = { window: requestor, property }
    let isGiven = true
    const found = content?.get(target)
    if (content && target === targetsAtom) {
      const offered = Uint32Array.from([targetsAtom, timestampAtom, ...content.keys()])
      setProperty({ ...place, type: atomType, format: 32 }, Buffer.from(offered.buffer))
    } else if (content && target === timestampAtom) {
      const value = Uint32Array.of(timestamps.get(selection) ?? 0)
      setProperty({ ...place, type: integerAtom, format: 32 }, Buffer.from(value.buffer))
    } else if (found) {
      try {
        setProperty({ ...place, type: target, format: 8 }, found)
      } catch {
        isGiven = false
      }
    } else isGiven = false
    const notice = Buffer.alloc(32)
    notice[0] = events.selectionNotify
    ;[time, requestor, selection, target, isGiven ? property : 0].forEach((word, index) =>
      notice.writeUInt32LE(word, 4 + index * 4),
    )
    x.tell(packet(25, 0, [requestor, 0], notice))
  }

  x.onEvent((event) => {
    const kind = event[0]! & 0x7f
    if (event.readUInt32LE(8) !== window) return
    if (kind === events.selectionRequest) answer(event)
    if (kind === events.selectionClear) owned.delete(event.readUInt32LE(12))
  })

  const takeProperty = async (property: number): Promise<{ type: number; bytes: Buffer }> => {
    const reply = await x.ask(packet(20, 1, [window, property, anyType, 0, 0x1fffffff]))
    const length = reply.readUInt32LE(16) * (reply[1]! / 8)
    return { type: reply.readUInt32LE(8), bytes: reply.subarray(32, 32 + length) }
  }

  /** Reads large content in pieces. Deleting a piece requests the next; an empty piece ends it. */
  const readPieces = async (property: number): Promise<Buffer | undefined> => {
    const arrival = (): Promise<XEvent | undefined> =>
      expect(
        (event) =>
          event[0] === events.propertyNotify &&
          event.readUInt32LE(8) === property &&
          event[16] === 0,
      )
    const pieces: Buffer[] = []
    // Awaited only later, because the next piece may arrive together with the one before.
    let next = arrival()
    x.send(packet(19, 0, [window, property]))
    while (await next) {
      next = arrival()
      const { bytes } = await takeProperty(property)
      if (bytes.length === 0) return Buffer.concat(pieces)
      pieces.push(bytes)
    }
    return undefined
  }

  const convert = async (selection: SelectionName, target: string): Promise<Buffer | undefined> => {
    const [selectionAtom, targetAtom] = await Promise.all([x.atom(selection), x.atom(target)])
    const property = await x.atom(`PARLEY_READ_${(lastProperty = (lastProperty + 1) % 64)}`)
    const notice = expect(
      (event) =>
        (event[0]! & 0x7f) === events.selectionNotify &&
        event.readUInt32LE(12) === selectionAtom &&
        event.readUInt32LE(16) === targetAtom,
    )
    x.send(packet(24, 0, [window, selectionAtom, targetAtom, property, 0]))
    const arrived = await notice
    if (!arrived || arrived.readUInt32LE(20) === 0) return undefined
    const reply = await x.ask(packet(20, 0, [window, property, anyType, 0, 0]))
    if (reply.readUInt32LE(8) === incr) return readPieces(property)
    return (await takeProperty(property)).bytes
  }

  return {
    async offer(selection, content) {
      const atoms = await Promise.all(
        [...content].map(async ([name, bytes]) => [await x.atom(name), bytes] as const),
      )
      const selectionAtom = await x.atom(selection)
      const time = await serverTime()
      owned.set(selectionAtom, new Map(atoms))
      timestamps.set(selectionAtom, time)
      x.send(packet(22, 0, [content.size === 0 ? 0 : window, selectionAtom, time]))
      await x.sync()
    },
    async targets(selection) {
      const bytes = await convert(selection, 'TARGETS')
      if (!bytes) return []
      const atoms = Array.from({ length: bytes.length / 4 }, (_, index) =>
        bytes.readUInt32LE(index * 4),
      )
      const names = await Promise.all(atoms.map((atom) => x.atomName(atom)))
      return names.filter((name) => !ownTargets.includes(name))
    },
    read: convert,
  }
}
