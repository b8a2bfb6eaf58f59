import type {
  Client,
  JsonSchemaValidatorResult,
  Tool as McpTool,
  Transport,
  jsonSchemaValidator,
} from '@modelcontextprotocol/client'
import { AppError } from '../../shared/errors.ts'
import type { McpAddressConfig } from '../../shared/mcp.ts'
import type { ServerProcess } from '../processes/serverProcess.ts'
import { expandRecord, expandVariables } from './expandVariables.ts'
import { launchServer, type LaunchDeps } from './launchServer.ts'
import { signIn } from './oauth/signIn.ts'
import type { SignIn } from './oauth/signInStore.ts'
import { serverFailure } from './serverFailure.ts'
import type { Fetch, ServerSetup } from './serverSetup.ts'
import { createStdioTransport } from './stdioTransport.ts'

/** A connection to a server that has introduced itself. */
export interface Connection {
  client: Client
  /** Returns the last lines of a program's error output; empty for a server at an address. */
  errorTail: () => string
  /** Ends the connection, and the server's program. */
  close: () => Promise<void>
}

export interface ConnectOptions extends LaunchDeps {
  signal: AbortSignal
  /** Gets the tools when the server says that they have changed. */
  onTools: (tools: readonly McpTool[]) => void
  /** Adds handlers for what the server may ask, before it can ask. */
  prepare: (client: Client) => void
  /** The sign-ins of this server; without them one that needs a sign-in is not reached. */
  signIns?: ServerSignIns | undefined
  /** Gets the process as soon as it runs, so that its error output can be shown meanwhile. */
  onProcess?: (server: ServerProcess) => void
}

export interface ServerSignIns {
  read: (server: URL) => Promise<SignIn>
  write: (server: URL, signIn: SignIn) => Promise<void>
  /** Asks the user to sign in at an address, and opens it. */
  ask: (address: string, signal: AbortSignal) => Promise<boolean>
}

type Sdk = typeof import('@modelcontextprotocol/client')

const clientVersion = '1'
/** A first start may install something. */
const connectMilliseconds = 60_000
const listPagesMaximum = 50
const newestRevision = '2026-07-28'

/** Starts or reaches a server. Errors: pluginStopped, pluginServerFailed, aborted and others. */
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

/** A stranger's schema is never compiled in main. Nothing depends on what a result claims. */
const acceptAll: jsonSchemaValidator = {
  getValidator:
    <T>() =>
    (input: unknown): JsonSchemaValidatorResult<T> => ({
      valid: true,
      data: input as T,
      errorMessage: undefined,
    }),
}

type ProcessConfig = Parameters<typeof launchServer>[0]

/**
 * Programs speak the older revision nearly all, and asking for the newer one first would delay each
 * start. One that refuses the older revision is started again with the newer.
 */
async function connectProcess(
  sdk: Sdk,
  config: ProcessConfig,
  setup: ServerSetup,
  options: ConnectOptions,
): Promise<Connection> {
  try {
    return await connectProcessAs(sdk, 'legacy', config, setup, options)
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return connectProcessAs(sdk, { pin: newestRevision }, config, setup, options)
  }
}

class Refused extends Error {}

async function connectProcessAs(
  sdk: Sdk,
  mode: 'legacy' | { pin: string },
  config: ProcessConfig,
  setup: ServerSetup,
  options: ConnectOptions,
): Promise<Connection> {
  let server: ServerProcess | undefined
  const launch = async (take: (line: string) => void): Promise<ServerProcess> => {
    server = await launchServer(config, setup, take, options, options.signal)
    options.onProcess?.(server)
    return server
  }
  const transport = createStdioTransport(launch, sdk.parseJSONRPCMessage)
  const errorTail = (): string => server?.errorTail() ?? ''
  const client = createClient(sdk, mode, setup, options)
  try {
    await connect(client, transport, options.signal)
  } catch (error) {
    await server?.stop(0)
    if (mode === 'legacy' && isRefusal(sdk, error)) throw new Refused()
    const end = await server?.ended
    throw serverFailure(error, { errorTail: errorTail(), end, signal: options.signal })
  }
  return { client, errorTail, close: () => client.close() }
}

/** Whether the server has answered that it does not speak the older revision. */
function isRefusal(sdk: Sdk, error: unknown): boolean {
  return error instanceof sdk.ProtocolError
}

/**
 * Reaches a server at an address. One that wants to know the user first is reached again with a
 * token: the stored one, or after a sign-in.
 */
async function connectAddress(
  sdk: Sdk,
  config: McpAddressConfig,
  setup: ServerSetup,
  options: ConnectOptions,
): Promise<Connection> {
  const values = { values: setup.values, directory: null }
  const url = URL.parse(expandVariables(config.url, values))
  if (!url) throw new AppError('addressInvalid', 'The address of a server is none')
  const requestInit = { headers: expandRecord(config.headers, values) }
  const { signal, signIns } = options
  let challenge: Response | undefined
  const fetch: Fetch = async (address, init) => {
    const response = await setup.fetch(address, init)
    if (response.status === 401) challenge = response
    return response
  }
  const token = async (): Promise<string | undefined> =>
    (await signIns?.read(url))?.tokens?.access_token
  // A header of the user's own stands for them.
  const hasHeader = new Headers(requestInit.headers).has('authorization')
  let isConnected = false
  const authorize = async (asked: Response | undefined): Promise<void> => {
    if (!signIns) throw new sdk.UnauthorizedError()
    await signIn(sdk, {
      server: url,
      fetch: setup.signInFetch ?? setup.fetch,
      challenge: asked,
      read: () => signIns.read(url),
      write: (kept) => signIns.write(url, kept),
      ask: signIns.ask,
      signal,
    })
  }
  const authProvider = {
    token,
    // At first nobody waits on the request: the user may take longer than it may.
    onUnauthorized: async ({ response }: { response: Response }) => {
      if (!isConnected) throw new sdk.UnauthorizedError()
      await authorize(response)
    },
  }
  const authorized = signIns && !hasHeader ? { authProvider } : {}
  const attempt = async (kind: 'http' | 'sse'): Promise<Connection> => {
    const shared = { fetch, requestInit, ...authorized }
    const transport =
      kind === 'http'
        ? new sdk.StreamableHTTPClientTransport(url, shared)
        : // oxlint-disable-next-line typescript/no-deprecated -- there are servers that speak nothing else
          new sdk.SSEClientTransport(url, shared)
    const client = createClient(sdk, kind === 'http' ? 'auto' : 'legacy', setup, options)
    await connect(client, transport, signal)
    isConnected = true
    return { client, errorTail: () => '', close: () => client.close() }
  }
  const attempts = async (): Promise<Connection> => {
    try {
      return await attempt(config.transport)
    } catch (error) {
      // Servers of the first kind answer the newer requests so.
      if (config.transport === 'http' && isOlderServer(sdk, error)) return attempt('sse')
      throw error
    }
  }
  try {
    try {
      return await attempts()
    } catch (error) {
      if (!challenge || !signIns || hasHeader || signal.aborted) throw error
    }
    await authorize(challenge)
    return await attempts()
  } catch (error) {
    throw serverFailure(error, { errorTail: '', signal, subject: url.host })
  }
}

function isOlderServer(sdk: Sdk, error: unknown): boolean {
  return error instanceof sdk.SdkHttpError && [400, 404, 405].includes(error.status ?? 0)
}

function createClient(
  sdk: Sdk,
  mode: 'legacy' | 'auto' | { pin: string },
  setup: ServerSetup,
  options: ConnectOptions,
): Client {
  const client = new sdk.Client(
    { name: 'Parley', version: clientVersion },
    {
      versionNegotiation: { mode },
      listMaxPages: listPagesMaximum,
      jsonSchemaValidator: acceptAll,
      listChanged: {
        tools: { onChanged: (_error, tools) => tools && options.onTools(tools) },
      },
      capabilities: {
        elicitation: { form: {}, url: {} },
        ...(setup.roots && { roots: {} }),
      },
    },
  )
  client.onerror = () => undefined
  options.prepare(client)
  return client
}

async function connect(client: Client, transport: Transport, signal: AbortSignal): Promise<void> {
  await client.connect(transport, { timeout: connectMilliseconds, signal })
}
