import { execFile, spawn } from 'node:child_process'
import { promisify } from 'node:util'
import type { ClipboardItem } from 'electron'
import type { ClipboardPart, MakeItem } from './heldClipboard.ts'

const runFile = promisify(execFile)

const patienceMilliseconds = 3000
const maxBytes = 100 * 1024 * 1024
const textTypes = [/^text\/plain;charset=utf-8$/i, /^text\/plain$/i]
/** The formats that are worth keeping, the best first: wl-copy offers one at a time. */
const keptTypes = [/^text\/uri-list$/i, ...textTypes, /^image\/png$/, /^image\//, /\//]

export interface WlClipboard extends ClipboardPart {
  readText: () => Promise<string>
}

/**
 * Reads and writes Wayland's clipboard, or its primary selection, by wl-clipboard. A compositor lets
 * an app without the focus do neither. Of what was there only the best format is kept.
 */
export function createWlClipboard(selection: 'clipboard' | 'primary'): WlClipboard {
  const which = selection === 'primary' ? ['--primary'] : []
  /** Content that Parley has put there last. */
  let own: { text: string; item: ClipboardItem } | undefined

  async function readText(): Promise<string> {
    const type = firstOf(textTypes, await typesThere())
    return type === undefined
      ? ''
      : (await paste(['--no-newline', '--type', type])).toString('utf8')
  }

  async function typesThere(): Promise<string[]> {
    const listed = await paste(['--list-types'])
    return listed
      .toString('utf8')
      .split('\n')
      .filter((type) => type !== '')
  }

  /** Resolves to nothing if nothing is there, which wl-paste calls a failure. */
  async function paste(given: readonly string[]): Promise<Buffer> {
    const options = {
      encoding: 'buffer',
      timeout: patienceMilliseconds,
      maxBuffer: maxBytes,
    } as const
    try {
      return (await runFile('wl-paste', [...which, ...given], options)).stdout
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 1) return Buffer.alloc(0)
      throw error
    }
  }

  async function write(type: string, content: Buffer): Promise<void> {
    await copy(['--type', type], content)
  }

  /** wl-copy ends once the content is there; a process of its own goes on serving it. */
  function copy(given: readonly string[], content: Buffer): Promise<void> {
    return new Promise((resolve, reject) => {
      const child = spawn('wl-copy', [...which, ...given], {
        stdio: ['pipe', 'ignore', 'ignore'],
        timeout: patienceMilliseconds,
      })
      child.once('error', reject)
      child.once('exit', (code) =>
        code === 0 ? resolve() : reject(new Error(`wl-copy failed (${String(code)})`)),
      )
      child.stdin.on('error', () => undefined)
      child.stdin.end(content)
    })
  }

  return {
    readText,
    async read() {
      if (own && (await readText()) === own.text) return [own.item]
      const type = firstOf(keptTypes, await typesThere())
      if (type === undefined) return []
      const content = await paste(['--no-newline', '--type', type])
      return [makePlainItem({ [type]: new Blob([new Uint8Array(content)]) })]
    },
    async write(items) {
      const [item] = items
      const type = item?.types[0]
      if (!item || type === undefined) return copy(['--clear'], Buffer.alloc(0))
      const content = Buffer.from(await blobOf(await item.getType(type)).arrayBuffer())
      await write(type, content)
      own = type.startsWith('text/') ? { text: content.toString('utf8'), item } : undefined
    },
    async writeText(text) {
      own = undefined
      await write('text/plain', Buffer.from(text))
    },
    clear() {
      own = undefined
      copy(['--clear'], Buffer.alloc(0)).catch(() => undefined)
    },
  }
}

/** Returns the first type that is wanted, in the order of the wanted ones. */
function firstOf(wanted: readonly RegExp[], types: readonly string[]): string | undefined {
  return wanted.flatMap((pattern) => types.find((type) => pattern.test(type)) ?? [])[0]
}

/** Makes an item of the clipboard without Electron, which has no part in Wayland's. */
export const makePlainItem: MakeItem = (payloads) => {
  const item = {
    types: Object.keys(payloads),
    getType: async (type: string) => blobOf(await payloads[type]),
  }
  return item as unknown as ClipboardItem
}

function blobOf(payload: unknown): Blob {
  if (payload instanceof Blob) return payload
  if (typeof payload === 'string') return new Blob([payload])
  throw new Error('Wayland’s clipboard takes texts and blobs only')
}
