import type { McpProcessConfig } from '../../shared/plugins/mcp.ts'
import type { ServerProcess } from '../processes/serverProcess.ts'
import type { Connection, ConnectOptions } from './connection.ts'
import { createChatter } from './chatter.ts'
import { createClient, introduce, type Sdk } from './createClient.ts'
import { launchServer } from './launchServer.ts'
import { serverFailure } from './serverFailure.ts'
import type { ServerSetup } from './serverSetup.ts'
import { createStdioTransport } from './stdioTransport.ts'

const newestRevision = '2026-07-28'
const modes = { legacy: 'legacy', modern: { pin: newestRevision } } as const

/**
 * Connects to a program by the revision that it is known for, or else by the older one, which nearly
 * all speak. One that refuses is asked for the other revision, without another start if it runs on.
 */
export async function connectProcess(
  sdk: Sdk,
  config: McpProcessConfig,
  setup: ServerSetup,
  options: ConnectOptions,
): Promise<Connection> {
  const launcher = createLauncher(config, setup, options)
  const first = options.era ?? 'legacy'
  try {
    return await connectAs(sdk, first, launcher, setup, options)
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    launcher.keepsProcess = false
    return connectAs(sdk, first === 'legacy' ? 'modern' : 'legacy', launcher, setup, options)
  }
}

class Refused extends Error {}

async function connectAs(
  sdk: Sdk,
  era: keyof typeof modes,
  launcher: Launcher,
  setup: ServerSetup,
  { signal, ...options }: ConnectOptions,
): Promise<Connection> {
  const transport = createStdioTransport(
    launcher.launch,
    sdk.parseJSONRPCMessage,
    createChatter((line) => setup.onChatter?.(line)),
  )
  const errorTail = (): string => launcher.server()?.errorTail() ?? ''
  const client = createClient(sdk, modes[era], setup, { signal, ...options })
  try {
    await introduce(client, transport, setup, signal)
  } catch (error) {
    if (launcher.keepsProcess && isRefusal(sdk, error)) throw new Refused()
    const end = await launcher.server()?.stop(0)
    const { subject } = launcher
    throw serverFailure(error, { errorTail: errorTail(), end, signal, subject, isStart: true })
  }
  launcher.keepsProcess = false
  return { client, sessionLoss: () => undefined, errorTail, close: () => client.close() }
}

/** Whether the server has answered that it does not speak the revision. */
function isRefusal(sdk: Sdk, error: unknown): boolean {
  if (error instanceof sdk.ProtocolError) return true
  return error instanceof sdk.SdkError && error.code === sdk.SdkErrorCode.EraNegotiationFailed
}

/** The process of a server, which may outlive a connection that it has refused. */
interface Launcher {
  /** Name for errors: its package, or its command. */
  subject: string
  /** Starts it, unless it runs, and gives its lines to the newest connection. */
  launch: (take: (line: string) => void) => Promise<ServerProcess>
  server: () => ServerProcess | undefined
  /** Whether it runs on when a connection closes. */
  keepsProcess: boolean
}

function createLauncher(
  config: McpProcessConfig,
  setup: ServerSetup,
  options: ConnectOptions,
): Launcher {
  let running: ServerProcess | undefined
  let hasEnded = false
  let take = (_line: string): void => undefined
  const launcher: Launcher = {
    subject: config.package?.name ?? config.command,
    keepsProcess: true,
    server: () => running,
    async launch(next) {
      take = next
      if (!running || hasEnded) {
        const onLine = (line: string): void => take(line)
        running = await launchServer(config, setup, onLine, options, options.signal)
        hasEnded = false
        void running.ended.then(() => (hasEnded = true))
        options.onProcess?.(running)
      }
      const server = running
      return {
        ...server,
        stop: (grace) =>
          launcher.keepsProcess && !options.signal.aborted
            ? Promise.resolve({ code: null, by: 'request' })
            : server.stop(grace),
      }
    },
  }
  return launcher
}
