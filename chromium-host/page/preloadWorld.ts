import type { ipcEnd } from './ipcEnd.ts'
import type { FromPage, ToPage } from './pageMessage.ts'
import type { StructuredCodec } from './structuredCodec.ts'
import type { watchInput } from './watchInput.ts'
import type { WorldMessage, worldEnd } from './worldEnd.ts'

export interface PreloadSettings {
  /** The event that the main world answers once, before any script of the page. */
  secret: string
  /** The name of the function that posts to main. */
  binding: string
  /** The global function that main calls with batches. */
  inbox: string
  /** The value of `process` in sandboxed preload scripts. */
  process: Record<string, unknown>
  /** Whether the preload script runs in sub-frames too. */
  inSubFrames: boolean
  /** The functions that the main world can execute, as text. */
  executed: readonly string[]
}

/**
 * The functions that make up the isolated world. Each one's source text refers to nothing outside
 * itself.
 */
export interface PreloadParts {
  codec: StructuredCodec
  ipcEnd: typeof ipcEnd
  watchInput: typeof watchInput
  worldEnd: typeof worldEnd
  preload(require: (name: string) => unknown, process: object): void
}

/**
 * Creates a document's isolated world: requests for permissions, contextBridge, the app's preload
 * script and, in the main frame, ipcRenderer. Refers to nothing outside itself.
 */
export function preloadWorld(parts: PreloadParts, settings: PreloadSettings): void {
  const globals = globalThis as unknown as Record<string, (text: string) => void>
  const post = globals[settings.binding]!
  const send = (message: FromPage): void => post(JSON.stringify(message))

  const meetMainWorld = (): EventTarget | null => {
    let channel: EventTarget | null = null
    const meet = (event: Event): void => {
      channel = (event as FocusEvent).relatedTarget
    }
    addEventListener(`${settings.secret}!`, meet)
    dispatchEvent(new Event(settings.secret))
    removeEventListener(`${settings.secret}!`, meet)
    return channel
  }
  const channel = meetMainWorld()
  const isMainFrame = window.top === window
  let refusal: string | undefined
  let execute: ((index: number, args: unknown[]) => unknown) | undefined
  const world = parts.worldEnd((message) => {
    channel?.dispatchEvent(new CustomEvent('in', { detail: message }))
  })
  channel?.addEventListener('out', (event) => {
    const message = (event as CustomEvent<WorldMessage>).detail
    if (message.type === 'refused') refusal = message.reason
    else if (message.type === 'executeWith') {
      execute = world.inward(message.execute) as typeof execute
    } else world.receive(message)
  })

  const asked = new Map<number, () => void>()
  let lastAsk = 0
  const ask = (permission: unknown, details: unknown): Promise<void> =>
    new Promise((resolve) => {
      const id = ++lastAsk
      asked.set(id, resolve)
      const encoded = parts.codec.encode(details)
      send({ type: 'ask', id, permission: String(permission), details: encoded })
    })
  world.send({ type: 'askWith', ask: world.outward(ask) })

  const ipc = parts.ipcEnd(parts.codec, send)
  let receiveInput: (message: ToPage) => void = () => undefined
  const receive = (message: ToPage): void => {
    if (ipc.receive(message)) return
    if (message.type !== 'verdict') return receiveInput(message)
    asked.get(message.id)?.()
    asked.delete(message.id)
  }
  globals[settings.inbox] = (text) => {
    for (const message of JSON.parse(text) as ToPage[]) receive(message)
  }

  send({ type: 'hello', url: location.href, origin: location.origin })
  if (isMainFrame) receiveInput = parts.watchInput(send)
  else if (!settings.inSubFrames) return

  const strictly = <T extends object>(name: string, members: T): T =>
    new Proxy(members, {
      get(object, key, receiver) {
        if (typeof key === 'symbol' || key in object || key === 'then' || key === 'toJSON') {
          return Reflect.get(object, key, receiver) as unknown
        }
        throw new Error(`${name}.${key} is not implemented by the Chromium host`)
      },
    })
  const contextBridge = strictly('contextBridge', {
    exposeInMainWorld: (key: string, api: unknown): void => {
      refusal = undefined
      world.send({ type: 'expose', key: String(key), api: world.outward(api) })
      if (refusal !== undefined) throw new Error(refusal)
    },
    executeInMainWorld: ({ func, args = [] }: { func: unknown; args?: unknown[] }): unknown => {
      const index = settings.executed.indexOf(String(func))
      if (index >= 0) return execute?.(index, args)
      const name = 'contextBridge.executeInMainWorld of a function that is not declared by name'
      throw new Error(`${name} is not implemented by the Chromium host`)
    },
  })
  const electron = strictly('electron', {
    contextBridge,
    ipcRenderer: isMainFrame
      ? strictly('ipcRenderer', ipc.renderer)
      : strictly('ipcRenderer in a sub-frame', {}),
    webFrame: strictly('webFrame', {}),
    webUtils: strictly('webUtils', {}),
  })
  const require = (name: string): unknown => {
    if (/^electron(\/(renderer|common))?$/.test(name)) return electron
    throw new Error(`module not found: ${name} (a sandboxed preload script has only electron)`)
  }
  try {
    parts.preload(require, strictly('process', { ...settings.process, isMainFrame }))
  } catch (error) {
    const stack = error instanceof Error ? String(error.stack) : String(error)
    send({ type: 'preloadError', stack })
  }
}
