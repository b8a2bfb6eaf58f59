import { randomUUID } from 'node:crypto'
import type { Clipboard, ClipboardItem } from 'electron'
import { createSerialQueue } from '../../../shared/serialQueue.ts'
import { late, within } from '../../timeLimit.ts'

/** The methods used of Electron's clipboard or of X's primary selection. */
export type ClipboardPart = Pick<Clipboard, 'read' | 'write' | 'writeText' | 'clear'>
type Payload = ConstructorParameters<typeof ClipboardItem>[0][string]
export type MakeItem = (payloads: Record<string, Payload>) => ClipboardItem

export interface HeldClipboard {
  /** Replaces the content with a text, and keeps the content until it is restored. */
  lend: (text: string) => Promise<void>
  /** Restores the content in all formats, unless something else was copied meanwhile. */
  giveBack: () => Promise<void>
  /**
   * Restores the content even if something was copied meanwhile, because Parley caused that copy.
   */
  takeBack: () => Promise<void>
  /** Puts a text there permanently. */
  leave: (text: string) => Promise<void>
}

const raw = (format: string): string => `electron application/osclipboard;format="${format}"`
const ownFormat = raw('application/x-parley-dictation')
/** Formats that tell clipboard managers not to record the content. */
const concealing: Record<string, Payload> = {
  [raw('x-kde-passwordManagerHint')]: 'secret',
  [raw('ExcludeClipboardContentFromMonitorProcessing')]: '1',
  [raw('CanIncludeInClipboardHistory')]: new Blob([new Uint8Array(4)]),
  [raw('CanUploadToCloudClipboard')]: new Blob([new Uint8Array(4)]),
  [raw('org.nspasteboard.ConcealedType')]: '1',
  [raw('org.nspasteboard.TransientType')]: '1',
}
/**
 * The limit for reading: an app that hangs while it provides its copied data must not block
 * dictation.
 */
const readMilliseconds = 1000

/** Wraps one clipboard and remembers its content from before Parley used it. */
export function createHeldClipboard(part: ClipboardPart, makeItem: MakeItem): HeldClipboard {
  let before: ClipboardItem[] | undefined
  let token = ''

  /** Runs operations one after another, because each depends on the result of the previous one. */
  const inTurn = createSerialQueue()

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
        // Two dictations in a row restore the content from before the first.
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

/** Copies a text and reads it again. What was in the clipboard before is there afterwards. */
export async function keepsCopied(
  { readText }: { readText: () => Promise<string> },
  held: Pick<HeldClipboard, 'lend' | 'giveBack'>,
): Promise<boolean> {
  const sent = `Parley ${randomUUID()}`
  try {
    await held.lend(sent)
    return (await readText()) === sent
  } catch {
    return false
  } finally {
    await held.giveBack().catch(() => undefined)
  }
}

/** Copies the content itself: an item may read the clipboard lazily. */
async function copyOf(part: ClipboardPart, makeItem: MakeItem): Promise<ClipboardItem[]> {
  const items = await part.read()
  const copies = items.map(async (item) => {
    const payloads: Record<string, Payload> = {}
    for (const type of item.types) {
      const payload = await within(readMilliseconds, item.getType(type)).catch(
        (): typeof late => late,
      )
      if (payload !== late) payloads[type] = payload
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
