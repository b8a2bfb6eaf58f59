import type { Clipboard, ClipboardBookmark } from 'electron'
import { refuse, strict } from './strict.ts'
import type { XConnection } from './x11/connection.ts'
import { createSelections, type SelectionName, type Selections } from './x11/selections.ts'

type Payload = string | Blob | ClipboardBookmark

/** Electron's ClipboardItem, with payloads by media type. */
export class ClipboardItem {
  readonly types: string[]
  private readonly payloads: Map<string, Payload | Promise<Blob | string>>

  constructor(items: Record<string, Payload | Promise<Blob | string>>) {
    this.payloads = new Map(Object.entries(items))
    this.types = [...this.payloads.keys()]
  }

  async getType(type: string): Promise<Blob> {
    const payload = await this.payloads.get(type)
    if (payload === undefined) throw new Error(`The type '${type}' was not found`)
    if (payload instanceof Blob) return payload
    if (typeof payload === 'string') return new Blob([payload], { type })
    return refuse('ClipboardItem with a bookmark')
  }
}

const plainText = 'text/plain'
const textTargets = ['UTF8_STRING', 'text/plain;charset=utf-8', plainText, 'TEXT', 'STRING']
const rawFormat = /^electron application\/osclipboard;\s*format="([^"]+)"$/
const standardTypes = [
  plainText,
  'text/html',
  'text/rtf',
  'image/png',
  'image/jpeg',
  'text/uri-list',
]

/** Returns the X targets for an Electron media type. */
function targetsOf(type: string): readonly string[] {
  if (type === plainText) return textTargets
  return [rawFormat.exec(type)?.[1] ?? type]
}

function typeOf(target: string): string {
  if (textTargets.includes(target)) return plainText
  if (standardTypes.includes(target)) return target
  return `electron application/osclipboard;format="${target}"`
}

/** Creates Electron's clipboard on X selections. Calls `connect` at the first use. */
export function createClipboard(connect: () => Promise<XConnection>): Clipboard {
  let started: Promise<Selections> | undefined
  const selections = (): Promise<Selections> => {
    started ??= connect().then(createSelections)
    started.catch(() => (started = undefined))
    return started
  }
  const primary = createPart(selections, 'PRIMARY')
  return strict('clipboard', {
    ...createPart(selections, 'CLIPBOARD'),
    selection: strict('clipboard.selection', primary as Clipboard),
  })
}

function createPart(
  selections: () => Promise<Selections>,
  name: SelectionName,
): Omit<Clipboard, 'selection'> {
  const write = async (items: readonly unknown[]): Promise<void> => {
    const content = new Map<string, Uint8Array>()
    for (const item of items as readonly ClipboardItem[]) {
      for (const type of item.types) {
        const bytes = new Uint8Array(await (await item.getType(type)).arrayBuffer())
        for (const target of targetsOf(type)) content.set(target, bytes)
      }
    }
    await (await selections()).offer(name, content)
  }
  const read = async (): Promise<ClipboardItem[]> => {
    const own = await selections()
    const payloads: Record<string, Blob> = {}
    for (const target of await own.targets(name)) {
      const type = typeOf(target)
      if (type in payloads) continue
      const bytes = await own.read(name, target)
      if (bytes) payloads[type] = new Blob([new Uint8Array(bytes)], { type })
    }
    return Object.keys(payloads).length > 0 ? [new ClipboardItem(payloads)] : []
  }
  return {
    write,
    read: read as unknown as Clipboard['read'],
    writeText: (text) => write([new ClipboardItem({ [plainText]: text })]),
    readText: async () => {
      const own = await selections()
      for (const target of textTargets.slice(0, 3)) {
        const bytes = await own.read(name, target)
        if (bytes) return bytes.toString('utf8')
      }
      return ''
    },
    has: async (type) => {
      const offered = await (await selections()).targets(name)
      return targetsOf(type).some((target) => offered.includes(target))
    },
    clear: () => void write([]).catch(() => undefined),
  }
}
