import { rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type {
  Client,
  ElicitRequest,
  ElicitResult,
  RequestOptions,
} from '@modelcontextprotocol/client'
import { AppError } from '../../shared/errors.ts'
import { maxTaskIdLength } from '../../shared/limits.ts'
import type { McpConfig, McpServerState } from '../../shared/plugins/mcp.ts'
import type { SheetFolder } from '../../shared/plugins/pluginSheet.ts'
import type { ServerMarks } from '../processes/serverMarks.ts'
import type { CallCourse, ToolInput, ToolResult } from '../tools/tool.ts'
import {
  callAsTask,
  resultOfKeptTask,
  resultOfTask,
  type TaskOptions,
} from './content/callAsTask.ts'
import { followResources } from './content/resources.ts'
import type { OpenBundle } from './intake/openBundle.ts'
import type { ServerSignIns } from './connection.ts'
import { createServerKeys } from './oauth/serverKeys.ts'
import type { SignInStore } from './oauth/signInStore.ts'
import { createMcpServer, type McpServer, type ServerTiming } from './mcpServer.ts'
import { answerSampling, type SamplingParams, type SamplingResult } from './sampling.ts'
import type { Questions } from './questions.ts'
import { readResult } from './readResult.ts'
import { createServerCalls, type CallProgress, type ServerCalls } from './serverCalls.ts'
import { probeAddress, type FoundServer } from './probeAddress.ts'
import { configHash, createServerMemory, type RememberedServer } from './serverMemory.ts'
import type { Fetch, ServerSetup } from './serverSetup.ts'
import { assertAccepted, changedTool, hasTasks, listTools } from './currentTools.ts'
import { areSameTools, readTools, type ListedTool, type ReadTools } from './toolDefinitions.ts'

/** A server of an installed plugin. */
export interface ServerReference {
  /** The plugin's id. */
  id: string
  /** Returns how it is started, as the user has it allowed at that time. */
  setup: () => Promise<ServerSetup>
  /** Gets the tools when they are not those that the user has accepted. */
  onToolsChanged?: (tools: readonly ListedTool[]) => void
}

/** A server's description of itself. */
export interface ServerDescription {
  title: string
  version: string
  /** Instructions for the model; empty for none. */
  instructions: string
  tools: readonly ListedTool[]
  /** Number of its tools that are left out. */
  toolsLeftOut: number
  /** Whether the list of its tools had no end and was cut. */
  areToolsCut: boolean
  /** Whether it has prompts and resources too. */
  prompts: boolean
  resources: boolean
}

export interface CallOptions {
  signal: AbortSignal
  onProgress?: (progress: CallProgress) => void
  /** Keeps the task that the call becomes; missing for a call that nobody goes on with. */
  course?: Pick<CallCourse, 'keepTask' | 'task' | 'isLeft'>
  /** Gets the result as the server gave it. */
  onResult?: (result: Record<string, unknown>) => void
}

export interface McpServers {
  /** Starts the server, unless it runs, and returns what it says of itself. Errors: its start's. */
  describe: (server: ServerReference, signal: AbortSignal) => Promise<ServerDescription>
  /**
   * Calls a tool. The server runs on and serves every chat. Errors: pluginChanged if the tool is no
   * longer what the user has accepted, or a task is another server's; pluginNotStarted,
   * pluginStopped, pluginServerFailed, aborted.
   */
  callTool: (
    server: ServerReference,
    name: string,
    input: ToolInput,
    options: CallOptions,
  ) => Promise<ToolResult>
  /**
   * Asks a server for something else on the user's behalf, as during a call: it may show progress
   * and ask the user. Errors: those of its start, and of the work.
   */
  use: <T>(
    server: ServerReference,
    signal: AbortSignal,
    work: (client: Client, options: RequestOptions) => Promise<T>,
  ) => Promise<T>
  /**
   * Asks a server to tell when these resources change, in place of those before. For none it is not
   * started.
   */
  follow: (server: ServerReference, uris: readonly string[], signal: AbortSignal) => Promise<void>
  /** Returns what is known of a server without starting it; null for nothing. */
  remembered: (id: string, config: McpConfig) => Promise<RememberedServer | null>
  /** Unpacks a bundle and reads what it describes. Errors: pluginManifestInvalid. */
  openBundle: (bytes: Uint8Array) => Promise<OpenBundle>
  /** Asks whether a server is at an address. */
  probe: (url: URL, fetch: Fetch, signal: AbortSignal) => Promise<FoundServer | null>
  states: () => McpServerState[]
  /** Ends a server with its calls, as when its plugin is switched off or changed. */
  stop: (id: string) => Promise<void>
  /** Ends a server and removes everything that Parley keeps of it. */
  remove: (id: string) => Promise<void>
  stopAll: () => Promise<void>
}

export interface McpServersOptions {
  marks: ServerMarks
  /** The folder for what servers keep. */
  folder: string
  /** Asks the user what a server wants to know during a call. */
  ask: Questions['ask']
  /** Asks the user to sign in at an address, and opens it. Resolves to whether the user does. */
  askSignIn?: Questions['askSignIn']
  /** Lets a model answer servers that may ask one. Without it none is answered. */
  sampling?: Parameters<typeof answerSampling>[2]
  /** Keeps what a sign-in gives. Without it no server is signed in to. */
  signIns?: SignInStore
  onState: (state: McpServerState) => void
  /** Gets a followed resource that has changed. */
  onResourceChanged?: (changed: { id: string; uri: string }) => void
  timing?: ServerTiming
  /** The clock for id tokens, in milliseconds since 1970. */
  now?: () => number
  /** The registry of packages; that of the user's own settings by default. */
  registry?: string
}

interface Entry {
  server: McpServer
  reference: ServerReference
  /** Tools of its latest list. */
  tools: readonly ListedTool[]
  toolsLeftOut: number
  areToolsCut: boolean
  calls: ServerCalls
  /** The addresses of the resources whose changes somebody wants to know. */
  followed: readonly string[]
  unfollow: () => Promise<void>
}

export function createMcpServers(options: McpServersOptions): McpServers {
  const entries = new Map<string, Entry>()
  const bundles = join(options.folder, 'bundles')

  const folderOf = (id: string): string => join(options.folder, 'servers', id)

  function entryOf(reference: ServerReference): Entry {
    const known = entries.get(reference.id)
    if (known) {
      known.reference = reference
      return known
    }
    const { id } = reference
    const takeTools = ({ tools, leftOut, isCut }: ReadTools, setup: ServerSetup): void => {
      Object.assign(entry, { tools, toolsLeftOut: leftOut, areToolsCut: isCut })
      if (leftOut > 0) setup.onLeftOut?.('tools/list', leftOut)
      if (setup.tools && !areSameTools(tools, setup.tools)) entry.reference.onToolsChanged?.(tools)
    }
    const server = createMcpServer({
      marks: options.marks,
      ownFolder: folderOf(id),
      memory: createServerMemory(folderOf(id)),
      bundles,
      registry: options.registry,
      signIns: signInsOf(id),
      ...(options.timing && { timing: options.timing }),
      setup: () => entry.reference.setup(),
      prepare(client, setup) {
        client.setRequestHandler('elicitation/create', ({ params }, { mcpReq }) =>
          askFor(entry, params, mcpReq.signal),
        )
        client.setNotificationHandler('notifications/resources/updated', ({ params }) => {
          const { uri } = params
          if (entry.followed.includes(uri)) options.onResourceChanged?.({ id, uri })
        })
        if (setup.sampling) {
          client.setRequestHandler('sampling/createMessage', ({ params }, { mcpReq }) =>
            sampleFor(entry, params, mcpReq.signal),
          )
        }
        if (setup.roots) {
          client.setRequestHandler('roots/list', () => ({ roots: rootsOf(setup) }))
        }
      },
      async onConnected(client, setup) {
        takeTools(await listTools(client), setup)
        // Without news of its resources it can be used nevertheless.
        const following = followResources(client, entry.followed, {})
        entry.unfollow = await following.catch(() => () => Promise.resolve())
      },
      onTools: (tools, client, setup) => takeTools(readTools(tools, client), setup),
      onState: (state) => options.onState({ id, ...state }),
    })
    const entry: Entry = {
      ...{ reference, server, tools: [], toolsLeftOut: 0, areToolsCut: false, followed: [] },
      calls: createServerCalls(server),
      unfollow: () => Promise.resolve(),
    }
    entries.set(id, entry)
    return entry
  }

  function signInsOf(id: string): ServerSignIns | undefined {
    const { signIns, askSignIn, now = Date.now } = options
    if (!signIns || !askSignIn) return undefined
    return {
      read: (server) => signIns.read(id, server),
      write: (server, signIn) => signIns.write(id, server, signIn),
      ask: (address, signal) => askSignIn({ id }, address, signal),
      keys: createServerKeys(now),
      now,
    }
  }

  /**
   * Asks the user for a server. Only a call gives it reason to ask: the question ends with the calls
   * that run, and their time stands still meanwhile.
   */
  async function askFor(
    entry: Entry,
    params: ElicitRequest['params'],
    signal: AbortSignal,
  ): Promise<ElicitResult> {
    return entry.calls.pausing(signal, (ending) => options.ask(entry.reference, params, ending))
  }

  /** Lets a model answer a server, which has reason to ask during a call alone, too. */
  async function sampleFor(
    entry: Entry,
    params: SamplingParams,
    signal: AbortSignal,
  ): Promise<SamplingResult> {
    const { sampling } = options
    if (!sampling || !entry.calls.areRunning()) {
      throw new AppError('pluginRefused', 'Nothing is asked outside of a call')
    }
    return entry.calls.pausing(signal, (ending) =>
      answerSampling(entry.reference, params, sampling, ending),
    )
  }

  return {
    async describe(reference, signal) {
      const entry = entryOf(reference)
      return entry.server.use(signal, async ({ client }) => {
        const capabilities = client.getServerCapabilities()
        const info = client.getServerVersion()
        return Promise.resolve({
          title: info?.title ?? info?.name ?? '',
          version: info?.version ?? '',
          instructions: client.getInstructions() ?? '',
          tools: entry.tools,
          toolsLeftOut: entry.toolsLeftOut,
          areToolsCut: entry.areToolsCut,
          prompts: capabilities?.prompts !== undefined,
          resources: capabilities?.resources !== undefined,
        })
      })
    },
    async callTool(reference, name, input, callOptions) {
      const entry = entryOf(reference)
      const { tools: accepted, config } = await reference.setup()
      const { course } = callOptions
      const server = configHash(config)
      const kept = course?.task
      if (kept && kept.server !== server) throw changedTool(name, 'is of another server now')
      return entry.calls.run(callOptions, async (client, request) => {
        assertAccepted(entry.tools, accepted, name)
        const call = { name, arguments: { ...input } }
        const task: TaskOptions = {
          request,
          onState: request.onState,
          keep: (id) => {
            if (id.length <= maxTaskIdLength) course?.keepTask({ id, server })
          },
          isLeft: () => course?.isLeft() ?? false,
          ask: (params, signal) => askFor(entry, params, signal),
        }
        const { isTask } = entry.tools.find((tool) => tool.name === name) ?? { isTask: false }
        const begin = async () =>
          isTask && hasTasks(client)
            ? callAsTask(client, call, task)
            : resultOfTask(client, await client.callTool(call, request), task)
        const isOfProgram = config.transport === 'stdio'
        const result = kept
          ? await resultOfKeptTask(client, { id: kept.id, isOfProgram }, task)
          : await begin()
        callOptions.onResult?.(result)
        return readResult(result, reference.id)
      })
    },
    use: (reference, signal, work) => entryOf(reference).calls.run({ signal }, work),
    async follow(reference, uris, signal) {
      const entry = entryOf(reference)
      const isRunning = entry.server.state().phase === 'ready'
      if (isRunning) await entry.unfollow().catch(() => undefined)
      entry.followed = uris
      // A start follows them.
      if (uris.length === 0 && !isRunning) return
      await entry.calls.run({ signal }, async (client, request) => {
        entry.unfollow = await followResources(client, uris, request)
      })
    },
    remembered: (id, config) => createServerMemory(folderOf(id)).read(config),
    async openBundle(bytes) {
      const { openBundle } = await import('./intake/openBundle.ts')
      return openBundle(bytes, bundles)
    },
    probe: (url, fetch, signal) =>
      probeAddress(url, fetch, {
        marks: options.marks,
        ownFolder: options.folder,
        bundles,
        signal,
      }),
    states: () => [...entries].map(([id, { server }]) => ({ id, ...server.state() })),
    stop: async (id) => entries.get(id)?.server.stop(),
    async remove(id) {
      await entries.get(id)?.server.stop()
      entries.delete(id)
      await rm(folderOf(id), { recursive: true, force: true })
      await options.signIns?.remove(id)
    },
    async stopAll() {
      await Promise.all([...entries.values()].map(({ server }) => server.stop()))
    },
  }
}

/** Other names of a folder are no further roots. */
function rootsOf({ folders }: ServerSetup): { uri: string; name: string }[] {
  return folders.filter(({ path, real = path }) => path === real).map(toRoot)
}

/** A root is a folder that the server may work in, named by its address. */
function toRoot({ path }: SheetFolder): { uri: string; name: string } {
  return { uri: pathToFileURL(path).href, name: basename(path) }
}
