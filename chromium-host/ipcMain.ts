import { EventEmitter } from 'node:events'
import type * as Electron from 'electron'
import type { Offered } from './offered.ts'
import { strict } from './strict.ts'

type Handler = (event: never, ...args: never[]) => unknown

export class IpcMain extends EventEmitter implements Offered<Electron.IpcMain> {
  private readonly handlers = new Map<string, Handler>()

  constructor() {
    super()
    // A page may send on a channel 'error', and EventEmitter throws if nobody listens for it.
    this.on('error', () => undefined)
    return strict('ipcMain', this)
  }

  handle(channel: string, handler: Handler): void {
    if (this.handlers.has(channel)) {
      throw new Error(`Attempted to register a second handler for '${channel}'`)
    }
    if (typeof handler !== 'function') {
      throw new TypeError(`Expected handler to be a function, but found type '${typeof handler}'`)
    }
    this.handlers.set(channel, handler)
  }

  handleOnce(channel: string, handler: Handler): void {
    this.handle(channel, (event, ...args) => {
      this.removeHandler(channel)
      return handler(event, ...args)
    })
  }

  removeHandler(channel: string): void {
    this.handlers.delete(channel)
  }

  /** Answers a page's `invoke`. */
  async invoke(channel: string, event: object, args: readonly unknown[]): Promise<unknown> {
    const handler = this.handlers.get(channel)
    if (!handler) throw new Error(`No handler registered for '${channel}'`)
    return (handler as (...all: unknown[]) => unknown)(event, ...args)
  }
}
