import { connectAddress } from './connectAddress.ts'
import type { Connection, ConnectOptions } from './connection.ts'
import { connectProcess } from './connectProcess.ts'
import type { ServerSetup } from './serverSetup.ts'

/** Starts or reaches a server. Errors: pluginNotStarted, pluginServerFailed, aborted and others. */
export async function connectServer(
  setup: ServerSetup,
  options: ConnectOptions,
): Promise<Connection> {
  // The package is loaded when a server is first needed: it is no part of Parley's start.
  const sdk = await import('@modelcontextprotocol/client')
  const { config } = setup
  if (config.transport === 'stdio') return connectProcess(sdk, config, setup, options)
  return connectAddress(sdk, config, setup, options)
}
