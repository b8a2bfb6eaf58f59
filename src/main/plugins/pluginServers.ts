import type { Client, RequestOptions } from '@modelcontextprotocol/client'
import { AppError } from '../../shared/errors.ts'
import { isObject, parseJson } from '../../shared/json.ts'
import { maxToolNewsLength } from '../../shared/limits.ts'
import type { ToolNews } from '../../shared/chat/parts.ts'
import type { PluginTool } from '../../shared/plugins/pluginSheet.ts'
import type { Log } from '../feature.ts'
import type { McpServers, ServerReference } from '../mcp/mcpServers.ts'
import type { CallProgress } from '../mcp/serverCalls.ts'
import type { RememberedServer } from '../mcp/serverMemory.ts'
import type { ServerSetup } from '../mcp/serverSetup.ts'
import type { ListedTool, ReadTools } from '../mcp/toolDefinitions.ts'
import type { McpConfig } from '../../shared/plugins/mcp.ts'
import { isLoopbackName, secretMayTravel } from '../network/hostRule.ts'
import { ownClientOf } from './intake/signInSettings.ts'
import { foldersAtStart } from './folders/foldersAtStart.ts'
import { createGuardedFetch } from '../network/guardedFetch.ts'
import type { HostRule } from '../network/hostRule.ts'
import { readRetries } from '../network/retries.ts'
import type { Secrets } from '../secrets/secrets.ts'
import { within } from '../timeLimit.ts'
import { textOfPart } from '../tools/keepResult.ts'
import type { CallAnswer } from './calling/callAnswer.ts'
import type { ToolCall } from './calling/toolCall.ts'
import type { NotedPart } from './notedEntry.ts'
import { createHostRule, createInternetRule, createProgramRule } from './network/sheetRule.ts'
import type { SettingValues, StoredPlugin } from './pluginTable.ts'
import { missingSettings, settingsForCall } from './settings/pluginSettings.ts'
import { compileTool } from './sheet/compileTool.ts'

/** Time that the first list of tools waits for servers whose tools are not known yet. */
const firstListMilliseconds = 4000
const retryMilliseconds = 60_000

export interface PluginServersDependencies {
  servers: Pick<
    McpServers,
    'describe' | 'callTool' | 'use' | 'follow' | 'remembered' | 'stop' | 'remove'
  >
  get: (id: string) => StoredPlugin | undefined
  secrets: Pick<Secrets, 'get'>
  /** Parley's own data, which no program gets. */
  dataFolder: string
  /** Keeps the tools that a server tells for the first time. */
  onTools: (plugin: StoredPlugin, read: ReadTools<PluginTool>) => Promise<unknown>
  /** Gets a host that the plugin's program asked for and may not reach. */
  onRefused: (plugin: StoredPlugin, host: string) => void
  /** Gets something odd about a server. */
  onNoted: (plugin: StoredPlugin, part: NotedPart, text: string) => void
  /** Gets the method of a list and how many of its entries are left out. */
  onLeftOut: (pluginId: string, method: string, count: number) => void
  log: Log
}

export type ServerWork<T> = (client: Client, options: RequestOptions) => Promise<T>

/** The servers of plugins that speak the Model Context Protocol. */
export interface PluginServers {
  call: (
    plugin: StoredPlugin,
    call: Pick<ToolCall, 'tool' | 'argumentsText' | 'course'>,
    signal: AbortSignal,
  ) => Promise<CallAnswer>
  /** Asks a server for something else for the user. Errors: those of its start, and of the work. */
  use: <T>(plugin: StoredPlugin, signal: AbortSignal, work: ServerWork<T>) => Promise<T>
  /** Asks a server to tell when resources change: see `McpServers.follow`. */
  follow: (plugin: StoredPlugin, uris: readonly string[], signal: AbortSignal) => Promise<void>
  /** Returns what is known of a server without starting it; null for nothing. */
  remembered: (plugin: StoredPlugin) => Promise<RememberedServer | null>
  /** Asks a server for its tools, which starts it. Errors: those of its start. */
  readTools: (plugin: StoredPlugin, signal?: AbortSignal) => Promise<ReadTools<PluginTool>>
  /** Asks a server for its tools if they are not known yet. */
  begin: (plugin: StoredPlugin) => void
  /** Asks the servers whose tools are not known yet, and waits a little for their answers. */
  learn: (plugins: readonly StoredPlugin[]) => Promise<void>
  /** Starts a server for the user. Errors: pluginNotFound, those of its start. */
  start: (id: string) => Promise<void>
  stop: (id: string) => void
  remove: (id: string) => Promise<void>
}

export function createPluginServers(dependencies: PluginServersDependencies): PluginServers {
  const { servers, get, secrets, onTools, onRefused, onNoted, onLeftOut, log } = dependencies
  const learning = new Map<string, { done: Promise<void>; isAwaited: boolean }>()
  const failedAt = new Map<string, number>()

  /** Returns how a server is started as the user has it allowed then. */
  async function setup(id: string): Promise<ServerSetup> {
    const plugin = get(id)
    const mcp = plugin?.program.mcp
    if (!mcp) throw new AppError('pluginNotFound', 'No server', { subject: id })
    const { sheet, choices, enabled } = plugin
    if (!enabled) throw new AppError('pluginRefused', 'It is off', { subject: sheet.title })
    const [missing] = missingSettings(plugin)
    if (missing !== undefined) {
      throw new AppError('pluginSettingsInvalid', 'A setting is missing', { subject: missing })
    }
    const values = textsOf(await settingsForCall(plugin, secrets))
    const plain = withoutSecrets(values, sheet.secretSettings)
    const client = ownClientOf(maySendSecrets(mcp.config) ? values : plain)
    return {
      config: mcp.config,
      values: maySendSecrets(mcp.config) ? values : plain,
      tools: mcp.areToolsRead ? sheet.tools : null,
      sandbox: sheet.process?.sandbox ?? 'none',
      ...(await foldersAtStart(plugin, dependencies.dataFolder)),
      network: networkOf(plugin, (host) => onRefused(plugin, host)),
      onChatter: (line) => onNoted(plugin, 'output', line),
      onListCut: (method) => onNoted(plugin, 'list', method),
      onLeftOut: (method, count) => onLeftOut(id, method, count),
      roots: choices.roots,
      sampling: choices.sampling,
      ...(client && { client }),
      fetch: createGuardedFetch({ allows: createHostRule(sheet, choices) }),
      // The host to sign in at is known only after the server was asked; the user confirms it then.
      signInFetch: createGuardedFetch({
        allows: signInRule(createHostRule(sheet, choices)),
        retries: readRetries,
      }),
    }
  }

  const referenceTo = ({ id }: StoredPlugin): ServerReference => ({ id, setup: () => setup(id) })

  async function readTools(
    plugin: StoredPlugin,
    signal = new AbortController().signal,
  ): Promise<ReadTools<PluginTool>> {
    const { tools, toolsLeftOut, areToolsCut } = await servers.describe(referenceTo(plugin), signal)
    return { tools: compileListed(plugin, tools), leftOut: toolsLeftOut, isCut: areToolsCut }
  }

  async function learnOne(plugin: StoredPlugin): Promise<void> {
    const { id } = plugin
    try {
      await onTools(plugin, await readTools(plugin))
    } catch (error) {
      failedAt.set(id, performance.now())
      log(`The tools of ${id} could not be read`, error)
    } finally {
      learning.delete(id)
    }
  }

  /** Asks a server whose tools are not known yet, unless it has just failed. */
  function begin(plugin: StoredPlugin): void {
    const { id, program, enabled } = plugin
    if (!enabled || program.mcp?.areToolsRead !== false || learning.has(id)) return
    const failed = failedAt.get(id)
    if (failed !== undefined && performance.now() - failed < retryMilliseconds) return
    if (missingSettings(plugin).length > 0) return
    learning.set(id, { done: learnOne(plugin), isAwaited: false })
  }

  /** Waits for a server that starts, but only once: a slow one must not hold up each answer. */
  async function awaitOnce(plugins: readonly StoredPlugin[]): Promise<void> {
    const awaited = plugins.flatMap(({ id }) => learning.get(id) ?? [])
    const first = awaited.filter(({ isAwaited }) => !isAwaited)
    for (const one of first) one.isAwaited = true
    if (first.length === 0) return
    await within(firstListMilliseconds, Promise.all(first.map(({ done }) => done)))
  }

  return {
    readTools,
    async call(plugin, { tool, argumentsText, course }, signal) {
      const input = parseJson(argumentsText)
      if (!isObject(input)) {
        throw new AppError('pluginArgumentsInvalid', 'They are no JSON object', { subject: tool })
      }
      let viewResult: Record<string, unknown> | undefined
      const result = await servers.callTool(referenceTo(plugin), tool, input, {
        signal,
        ...(course && { course, onProgress: (progress) => course.onNews(toNews(progress)) }),
        onResult: (given) => (viewResult = given),
      })
      const texts = result.parts.flatMap((part) => (part.type === 'file' ? [] : textOfPart(part)))
      const text = texts.join('\n\n')
      const receivedBytes = result.parts.reduce(
        (sum, part) =>
          sum +
          (part.type === 'file' ? part.bytes.byteLength : Buffer.byteLength(textOfPart(part))),
        0,
      )
      return {
        ...{ text, result, sentBytes: Buffer.byteLength(argumentsText), receivedBytes },
        ...(viewResult && { viewResult }),
      }
    },
    use: (plugin, signal, work) => servers.use(referenceTo(plugin), signal, work),
    follow: (plugin, uris, signal) => servers.follow(referenceTo(plugin), uris, signal),
    remembered: async ({ id, program }) =>
      program.mcp ? servers.remembered(id, program.mcp.config) : null,
    begin,
    async learn(plugins) {
      plugins.forEach(begin)
      await awaitOnce(plugins)
    },
    async start(id) {
      const plugin = get(id)
      if (!plugin) throw new AppError('pluginNotFound', 'It is not installed', { subject: id })
      const read = await readTools(plugin)
      if (plugin.program.mcp?.areToolsRead === false) await onTools(plugin, read)
    },
    stop: (id) => {
      failedAt.delete(id)
      servers.stop(id).catch((error: unknown) => log(`The server ${id} did not end`, error))
    },
    remove: (id) => servers.remove(id),
  }
}

/**
 * Returns a server's tools as the sheet has them. What a server says of a tool's effect may be
 * wrong, so it counts for nothing: a program may change things, a server gets what it is sent.
 */
function compileListed(
  { id, sheet, program }: StoredPlugin,
  tools: readonly ListedTool[],
): PluginTool[] {
  const isProgram = program.mcp?.config.transport === 'stdio'
  const destination = sheet.hosts[0]?.host ?? null
  return tools.map(({ name, title, description, parameters, view }) =>
    compileTool(id, {
      ...{ name, title, description, destination },
      parameters: { ...parameters },
      effect: isProgram ? 'write' : 'outside',
      ...(view && { view }),
    }),
  )
}

/** Returns what the user reads of a call's progress. */
function toNews({ done, total, message, task }: CallProgress): ToolNews {
  const share = total !== null && total > 0 ? done / total : Number.NaN
  return {
    message: message.slice(0, maxToolNewsLength).toWellFormed(),
    share: Number.isFinite(share) ? Math.min(1, Math.max(0, share)) : null,
    task: task ?? null,
  }
}

function networkOf(
  { sheet, choices }: StoredPlugin,
  onRefused: (host: string) => void,
): ServerSetup['network'] {
  const hosts = choices.network ?? sheet.process?.network ?? 'all'
  if (hosts === 'all') {
    const allows = createInternetRule(choices)
    return { allows, reachesLoopback: choices.localNetwork, onRefused }
  }
  if (hosts.length === 0) return 'none'
  const reachesLoopback = hosts.some((host) => {
    const url = URL.parse(`http://${host}`)
    return url !== null && isLoopbackName(url)
  })
  return { allows: createProgramRule(hosts), reachesLoopback, onRefused }
}

/** A server at an address gets no secret over a connection that others can read. */
function maySendSecrets(config: McpConfig): boolean {
  return config.transport === 'stdio' || secretMayTravel(new URL(config.url))
}

function withoutSecrets<Values extends object>(values: Values, secrets: readonly string[]): Values {
  const plain = Object.entries(values).filter(([name]) => !secrets.includes(name))
  return Object.fromEntries(plain) as Values
}

/** A sign-in may lead to any host, at the addresses that the plugin may use at all. */
function signInRule(rule: HostRule): HostRule {
  return { allowsHost: () => true, allowsAddress: rule.allowsAddress }
}

function textsOf(values: SettingValues): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]))
}
