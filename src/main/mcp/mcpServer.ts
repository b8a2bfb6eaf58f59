import type { Client, Tool as McpTool } from '@modelcontextprotocol/client'
import { AppError, toWire, type WireError } from '../../shared/errors.ts'
import type { ServerPhase } from '../../shared/plugins/mcp.ts'
import type { ServerProcess } from '../processes/serverProcess.ts'
import { connectServer } from './connect.ts'
import type { Connection, ServerSignIns } from './connection.ts'
import type { LaunchDeps } from './launchServer.ts'
import { serverFailure } from './serverFailure.ts'
import type { ServerMemory } from './serverMemory.ts'
import type { ServerSetup } from './serverSetup.ts'

export interface ServerState {
  phase: ServerPhase
  /** The time since when, in milliseconds since 1970. */
  since: number
  errorTail: string
  /** Why it fails. */
  error: WireError | null
}

export interface McpServerOptions extends LaunchDeps {
  setup: () => Promise<ServerSetup>
  prepare: (client: Client, setup: ServerSetup) => void
  /** Runs when the server is connected, before its first use. */
  onConnected: (client: Client, setup: ServerSetup) => Promise<void>
  /** Gets the tools when the server says that they have changed. */
  onTools: (tools: readonly McpTool[], client: Client, setup: ServerSetup) => void
  signIns?: ServerSignIns | undefined
  memory: ServerMemory
  onState: (state: ServerState) => void
  timing?: ServerTiming
}

export interface ServerTiming {
  /** A server that nobody uses for this long is stopped. */
  idleMilliseconds: number
  /** The waits before each start after a server ended by itself. */
  restartMilliseconds: readonly number[]
  /** A server that ran this long may be started again as often as a new one. */
  soundMilliseconds: number
}

const defaultTiming: ServerTiming = {
  idleMilliseconds: 10 * 60_000,
  restartMilliseconds: [1000, 4000, 16_000],
  soundMilliseconds: 60_000,
}

/** A server that is started at its first use, shared by all chats, and stopped when it is idle. */
export interface McpServer {
  state: () => ServerState
  /**
   * Does something with the connected server. If the server no longer knows the session, a new one is
   * opened; only what it refused for that is done once more. Errors: those of the start, and of the
   * work.
   */
  use: <T>(signal: AbortSignal, work: (connection: Connection) => Promise<T>) => Promise<T>
  /** Ends it. A later use starts it again. */
  stop: () => Promise<void>
}

interface Running {
  /** Fires when the server is to end. */
  ending: AbortController
  connection: Promise<Connection>
  /** Number of users. A replaced server is closed when none is left. */
  users: number
}

export function createMcpServer(options: McpServerOptions): McpServer {
  const timing = options.timing ?? defaultTiming
  let state: ServerState = { phase: 'off', since: Date.now(), errorTail: '', error: null }
  let running: Running | undefined
  /** Connections whose session is lost, which others still use. */
  const replaced = new Set<Running>()
  let users = 0
  let restarts = 0
  let idle: NodeJS.Timeout | undefined
  let restart: NodeJS.Timeout | undefined
  let errorTail = (): string => ''

  const setState = (phase: ServerPhase, error: WireError | null = null): void => {
    state = { phase, since: Date.now(), errorTail: errorTail(), error }
    options.onState(state)
  }

  const open = (): Running => {
    if (running) return running
    clearTimeout(restart)
    const ending = new AbortController()
    const current: Running = {
      ending,
      users: 0,
      connection: start(ending.signal, () => reopen(current)),
    }
    running = current
    current.connection.then(
      (connection) => watch(current, connection),
      (error: unknown) => {
        if (running !== current) return
        running = undefined
        setState('failing', toWire(error))
      },
    )
    return current
  }

  /** Leaves a connection whose session is lost: the next use opens a new one. */
  const replace = (lost: Running): void => {
    if (running !== lost) return
    running = undefined
    replaced.add(lost)
    closeUnused(lost)
  }

  const closeUnused = (lost: Running): void => {
    if (lost.users > 0 || !replaced.delete(lost)) return
    lost.connection.then(({ close }) => close()).catch(() => undefined)
  }

  /** Opens a new session for what the server tells by itself, as often as one that has ended. */
  const reopen = (lost: Running): void => {
    if (running !== lost) return
    replace(lost)
    const wait = timing.restartMilliseconds[restarts++]
    if (wait !== undefined) restart = setTimeout(startQuietly, wait)
  }

  const startQuietly = (): void => void open().connection.catch(() => undefined)

  const start = async (signal: AbortSignal, onSessionLost: () => void): Promise<Connection> => {
    errorTail = () => ''
    setState('starting')
    const setup = await options.setup()
    const known = await options.memory.read(setup.config)
    const connection = await connectServer(setup, {
      ...options,
      signal,
      onSessionLost,
      era: known?.era,
      prepare: (client) => options.prepare(client, setup),
      onTools: (tools, client) => options.onTools(tools, client, setup),
      onProcess: (server: ServerProcess) => (errorTail = server.errorTail),
    })
    try {
      signal.throwIfAborted()
      await options.onConnected(connection.client, setup)
      await remember(connection.client, setup)
    } catch (error) {
      await connection.close()
      throw serverFailure(error, { errorTail: connection.errorTail(), signal })
    }
    return connection
  }

  const remember = (client: Client, { config }: ServerSetup): Promise<void> => {
    const capabilities = client.getServerCapabilities()
    return options.memory.write(config, {
      era: client.getProtocolEra() ?? 'legacy',
      prompts: capabilities?.prompts !== undefined,
      resources: capabilities?.resources !== undefined,
    })
  }

  const watch = (current: Running, { client }: Connection): void => {
    if (running !== current) return
    const startedAt = Date.now()
    setState('ready')
    scheduleIdleStop()
    client.onclose = () => {
      if (running !== current) return
      running = undefined
      if (Date.now() - startedAt > timing.soundMilliseconds) restarts = 0
      const failure = serverFailure(new Error('The server has ended'), {
        errorTail: errorTail(),
        end: { code: null, by: null },
      })
      setState('failing', toWire(failure))
      const wait = timing.restartMilliseconds[restarts++]
      if (wait !== undefined) restart = setTimeout(startQuietly, wait)
    }
  }

  const runWork = async <T>(
    signal: AbortSignal,
    work: (connection: Connection) => Promise<T>,
    mayRepeat: boolean,
  ): Promise<T> => {
    const used = open()
    const connection = await abortable(used.connection, signal)
    used.users++
    try {
      return await work(connection)
    } catch (error) {
      const loss = connection.sessionLoss(error)
      if (loss) replace(used)
      if (loss !== 'notRun' || !mayRepeat || signal.aborted) {
        throw serverFailure(error, { errorTail: connection.errorTail(), signal })
      }
    } finally {
      used.users--
      closeUnused(used)
    }
    return runWork(signal, work, false)
  }

  const scheduleIdleStop = (): void => {
    clearTimeout(idle)
    if (users > 0 || !running) return
    idle = setTimeout(() => void end('off'), timing.idleMilliseconds)
    idle.unref()
  }

  /** Keeps the server running until the returned function is called. */
  const hold = (): (() => void) => {
    users++
    clearTimeout(idle)
    let held = true
    return () => {
      if (!held) return
      held = false
      users--
      scheduleIdleStop()
    }
  }

  const end = async (phase: 'off' | 'stopped'): Promise<void> => {
    clearTimeout(idle)
    clearTimeout(restart)
    restarts = 0
    const current = running
    running = undefined
    for (const lost of replaced) {
      replaced.delete(lost)
      void lost.connection.then(({ close }) => close()).catch(() => undefined)
    }
    if (current || state.phase === 'failing') setState(phase)
    if (!current) return
    current.ending.abort()
    const connection = await current.connection.catch(() => undefined)
    await connection?.close()
  }

  return {
    state: () => (state.phase === 'starting' ? { ...state, errorTail: errorTail() } : state),
    async use(signal, work) {
      const release = hold()
      try {
        return await runWork(signal, work, true)
      } finally {
        release()
      }
    },
    stop: () => end('stopped'),
  }
}

/** Waits no longer than the signal allows; what is waited for goes on. */
async function abortable<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = Promise.withResolvers<never>()
  const abort = (): void => aborted.reject(new AppError('aborted', 'It was stopped'))
  signal.addEventListener('abort', abort, { once: true })
  if (signal.aborted) abort()
  try {
    return await Promise.race([work, aborted.promise])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
