import { ipcMain } from 'electron'
import { CALL_CHANNEL, DROPPED_CHANNEL, STREAM_CHANNEL } from '../../shared/ipc/wire.ts'
import { isTrustedSender } from './isTrustedSender.ts'
import { createService, type ServiceOptions } from './service.ts'

export interface ServeOptions extends ServiceOptions {
  /** Called with the path of a file that the user dropped. */
  onDropped: (path: string) => void
}

/** Opens the channels for requests from the page, and for what its preload script tells. */
export function serve({ onDropped, ...options }: ServeOptions): void {
  const service = createService(options)
  ipcMain.handle(CALL_CHANNEL, (event, name: unknown, input: unknown) => {
    return service.call(event, name, input)
  })
  ipcMain.on(STREAM_CHANNEL, (event, message: unknown) => {
    const [port] = event.ports
    if (port) void service.stream(event, message, port)
  })
  ipcMain.on(DROPPED_CHANNEL, (event, path: unknown) => {
    const isTrusted = isTrustedSender(event.senderFrame, options.isOwnPage)
    if (isTrusted && typeof path === 'string') onDropped(path)
  })
}
