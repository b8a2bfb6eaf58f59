import { randomUUID } from 'node:crypto'
import type { Clipboard, ClipboardItem } from 'electron'

/** What is needed of Electron's clipboard, or of X's primary selection. */
export type ClipboardPart = Pick<Clipboard, 'read' | 'write' | 'writeText' | 'clear'>
type Payload = ConstructorParameters<typeof ClipboardItem>[0][string]
export type MakeItem = (payloads: Record<string, Payload>) => ClipboardItem

export interface HeldClipboard {
  /** Puts a text in the place of what is there, which is kept in mind until it is put back. */
  lend: (text: string) => Promise<void>
  /** Puts back what was there, in all its formats, unless something else was copied meanwhile. */
  giveBack: () => Promise<void>
  /** Puts it back even so: what was copied meanwhile was for Parley. */
  takeBack: () => Promise<void>
  /** Leaves a text there for good. */
  leave: (text: string) => Promise<void>
}

const raw = (format: string): string => `electron application/osclipboard;format="${format}"`
const ownFormat = raw('application/x-parley-dictation')
/** Formats by which clipboard histories know what they must not keep. */
const concealing: Record<string, Payload> = {
  [raw('x-kde-passwordManagerHint')]: 'secret',
  [raw('ExcludeClipboardContentFromMonitorProcessing')]: '1',
  [raw('CanIncludeInClipboardHistory')]: new Blob([new Uint8Array(4)]),
  [raw('CanUploadToCloudClipboard')]: new Blob([new Uint8Array(4)]),
  [raw('org.nspasteboard.ConcealedType')]: '1',
  [raw('org.nspasteboard.TransientType')]: '1',
}
/** An app that hangs while it is asked for what it copied must not hang the dictation. */
const readMilliseconds = 1000

/** One clipboard with a memory of what was there before Parley used it. */
export function createHeldClipboard(part: ClipboardPart, makeItem: MakeItem): HeldClipboard {
  let before: ClipboardItem[] | undefined
  let token = ''
  let turn: Promise<unknown> = Promise.resolve()

  /** One after the other, as each reads what the one before has written. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const next = turn.then(work)
    turn = next.catch(() => undefined)
    return next
  }

  async function isStillOurs(): Promise<boolean> {
    const items = await part.read()
    for (const item of items) {
      if (!item.types.includes(ownFormat)) continue
      return (await textOf(item, ownFormat)) === token
    }
    return false
  }

  const restore = (isDue: () => Promise<boolean>): Promise<void> =>
    inTurn(async () => {
      if (!before) return
      const items = before
      before = undefined
      if (!(await isDue())) return
      if (items.length > 0) await part.write(items)
      else part.clear()
    })

  return {
    lend: (text) =>
      inTurn(async () => {
        // What was there before two dictations in a row is what was there before the first.
        if (!before || !(await isStillOurs())) before = await copyOf(part, makeItem)
        token = randomUUID()
        await part.write([makeItem({ 'text/plain': text, [ownFormat]: token, ...concealing })])
      }),
    giveBack: () => restore(isStillOurs),
    takeBack: () => restore(() => Promise.resolve(true)),
    leave: (text) =>
      inTurn(async () => {
        before = undefined
        await part.writeText(text)
      }),
  }
}

/** The content itself: an item that was read may look at the clipboard only when it is asked. */
async function copyOf(part: ClipboardPart, makeItem: MakeItem): Promise<ClipboardItem[]> {
  const items = await part.read()
  const copies = items.map(async (item) => {
    const payloads: Record<string, Payload> = {}
    for (const type of item.types) {
      const payload = await withinTime(item.getType(type))
      if (payload !== undefined) payloads[type] = payload
    }
    return payloads
  })
  const all = await Promise.all(copies)
  return all.filter((payloads) => Object.keys(payloads).length > 0).map(makeItem)
}

async function textOf(item: ClipboardItem, type: string): Promise<string> {
  const payload = await item.getType(type)
  return payload instanceof Blob ? payload.text() : ''
}

function withinTime<T>(promise: Promise<T>): Promise<T | undefined> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(undefined), readMilliseconds)
    const finish = (value?: T): void => {
      clearTimeout(timer)
      resolve(value)
    }
    promise.then(finish, () => finish())
  })
}
