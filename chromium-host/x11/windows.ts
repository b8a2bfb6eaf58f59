import type { Rectangle } from 'electron'
import type { XConnection } from './connection.ts'
import { packet } from './packet.ts'

const wmClass = 67
const stringType = 31
const wmHints = 35
const overrideRedirectMask = 1 << 9
const configure = { x: 1, y: 2, width: 4, height: 8, stackMode: 64 }
const above = 0
const substructureMask = (1 << 19) | (1 << 20)
const unmapNotify = 18
const focusEvents = [9, 10]
const eventMask = 1 << 11
const focusChangeMask = 1 << 21

/** Returns the focused window; 0 and 1 are X's None and PointerRoot. */
export async function focused(x: XConnection): Promise<number> {
  return (await x.ask(packet(43))).readUInt32LE(8)
}

export async function focus(x: XConnection, window: number): Promise<void> {
  x.send(packet(42, 1, [window, 0]))
  // The window may be gone or invisible. Then the focus stays where it is.
  await x.sync().catch(() => undefined)
}

/** Calls the listener whenever a window gains or loses the focus. */
export function onFocusChange(x: XConnection, window: number, listener: () => void): void {
  x.tell(packet(2, 0, [window, eventMask, focusChangeMask]))
  x.onEvent((event) => {
    if (focusEvents.includes(event[0]! & 0x7f) && event.readUInt32LE(4) === window) listener()
  })
}

async function children(x: XConnection, window: number): Promise<number[]> {
  const reply = await x.ask(packet(15, 0, [window])).catch(() => undefined)
  if (!reply) return []
  const count = reply.readUInt16LE(16)
  return Array.from({ length: count }, (_, index) => reply.readUInt32LE(32 + index * 4))
}

/** Returns a window whose class contains `text`, at any depth below a window manager's frames. */
export async function findByClass(
  x: XConnection,
  text: string,
  within: number = x.root,
  depth = 3,
): Promise<number | undefined> {
  for (const window of await children(x, within)) {
    const request = packet(20, 0, [window, wmClass, stringType, 0, 256])
    const reply = await x.ask(request).catch(() => undefined)
    if (reply?.includes(text)) return window
    const inside = depth > 1 ? await findByClass(x, text, window, depth - 1) : undefined
    if (inside !== undefined) return inside
  }
  return undefined
}

/** Hides a window and permanently takes it from the window manager. */
export async function releaseFromManager(x: XConnection, window: number): Promise<void> {
  const changed = await x.atom('WM_HINTS')
  const noInput = Buffer.alloc(36)
  noInput.writeUInt32LE(1)
  x.send(packet(18, 0, [window, wmHints, changed, 32, 9], noInput))
  await unmap(x, window)
  // ICCCM requires this notice, and the manager needs a moment to release the window.
  const notice = Buffer.alloc(32)
  notice[0] = unmapNotify
  notice.writeUInt32LE(x.root, 4)
  notice.writeUInt32LE(window, 8)
  x.send(packet(25, 0, [x.root, substructureMask], notice))
  x.send(packet(2, 0, [window, overrideRedirectMask, 1]))
  await x.sync()
}

export async function unmap(x: XConnection, window: number): Promise<void> {
  x.send(packet(10, 0, [window]))
  await x.sync()
}

export async function place(x: XConnection, window: number, bounds: Rectangle): Promise<void> {
  const mask = configure.x | configure.y | configure.width | configure.height
  x.send(packet(12, 0, [window, mask, bounds.x, bounds.y, bounds.width, bounds.height]))
  await x.sync()
}

export async function raise(x: XConnection, window: number): Promise<void> {
  x.send(packet(12, 0, [window, configure.stackMode, above]))
  await x.sync()
}

export async function mapOnTop(x: XConnection, window: number): Promise<void> {
  x.send(packet(8, 0, [window]))
  await raise(x, window)
}
