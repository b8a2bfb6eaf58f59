import { ipcMain } from 'electron'
import { CALL_CHANNEL, STREAM_CHANNEL } from '../../shared/ipc/wire.ts'
import { createService, type ServiceOptions } from './service.ts'

/** Opens the two channels for requests from the page. */
export function serve(options: ServiceOptions): void {
  const service = createService(options)
  ipcMain.handle(CALL_CHANNEL, (event, name: unknown, input: unknown) => {
    return service.call(event, name, input)
  })
  ipcMain.on(STREAM_CHANNEL, (event, message: unknown) => {
    const [port] = event.ports
    if (port) void service.stream(event, message, port)
  })
}
