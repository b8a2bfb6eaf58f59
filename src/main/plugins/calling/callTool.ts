import { AppError, toWire } from '../../../shared/errors.ts'
import type { PluginTool } from '../../../shared/plugins/pluginSheet.ts'
import type { LogEntry } from '../../../shared/plugins/plugins.ts'
import type { Secrets } from '../../secrets/secrets.ts'
import { callApi } from '../gateway/callApi.ts'
import { isOffered } from '../isOffered.ts'
import type { PluginLog } from '../pluginLog.ts'
import type { StoredPlugin } from '../pluginTable.ts'
import type { PluginServers } from '../pluginServers.ts'
import type { RunningCalls } from '../runningCalls.ts'
import { missingSettings, settingsForCall } from '../settings/pluginSettings.ts'
import type { CallAnswer } from './callAnswer.ts'
import { toApiCall } from './toApiCall.ts'
import type { ToolCall } from './toolCall.ts'

export interface CallDependencies {
  /** Returns the plugin as it is now. */
  get: (id: string) => StoredPlugin | undefined
  secrets: Pick<Secrets, 'get'>
  log: Pick<PluginLog, 'begin'>
  running: Pick<RunningCalls, 'run'>
  callServer: PluginServers['call']
}

/**
 * Runs a call as the user's choices allow now, and logs it. Errors: pluginNotFound, pluginRefused,
 * pluginChanged, pluginSettingsInvalid, pluginStopped, those of the call itself.
 */
export async function callTool(
  call: ToolCall,
  signal: AbortSignal,
  dependencies: CallDependencies,
): Promise<CallAnswer> {
  const { log, running } = dependencies
  const begun = performance.now()
  const plugin = dependencies.get(call.pluginId)
  const tool = plugin?.sheet.tools.find(({ name }) => name === call.tool)
  const end = log.begin(describeCall(call, tool))
  const report = (verdict: LogEntry['verdict'], error: unknown, answer?: CallAnswer): void =>
    end({
      verdict,
      error: error === null ? null : toWire(error),
      sentBytes: answer?.sentBytes ?? 0,
      receivedBytes: answer?.receivedBytes ?? 0,
      durationMilliseconds: performance.now() - begun,
    })
  try {
    const allowed = assertAllowed(call, plugin, tool)
    const answer = await running.run(call.pluginId, signal, (ending) =>
      send(allowed, call, ending, dependencies),
    )
    report('done', null, answer)
    return answer
  } catch (error) {
    report(verdictOf(error, signal), error)
    throw error
  }
}

/** Returns what the log says of a call. */
export function describeCall(
  { pluginId, tool: name, argumentsText, course }: ToolCall,
  tool: PluginTool | undefined,
): Pick<LogEntry, 'pluginId' | 'tool' | 'host' | 'arguments'> {
  // A result that is fetched is no other call.
  const logged = course?.task ? `tasks/result ${name}` : name
  return { pluginId, tool: logged, host: tool?.destination ?? null, arguments: argumentsText }
}

/** Sends a call to where its plugin answers. */
async function send(
  plugin: StoredPlugin,
  { tool, argumentsText, course }: ToolCall,
  signal: AbortSignal,
  { secrets, callServer }: CallDependencies,
): Promise<CallAnswer> {
  if (plugin.program.mcp) return callServer(plugin, { tool, argumentsText, course }, signal)
  // The page gets the arguments when it is shown.
  if (plugin.program.routes[tool]?.kind === 'page') {
    return { text: '', sentBytes: Buffer.byteLength(argumentsText), receivedBytes: 0 }
  }
  const settings = await settingsForCall(plugin, secrets)
  signal.throwIfAborted()
  const { choices } = plugin
  return callApi({ ...toApiCall(plugin, tool, argumentsText, settings), choices, signal })
}

/** Checks a call against what the user allows now. Errors: as those of `callTool`. */
function assertAllowed(
  { pluginId, tool: name, hash }: ToolCall,
  plugin: StoredPlugin | undefined,
  tool: PluginTool | undefined,
): StoredPlugin {
  const fail = (code: ConstructorParameters<typeof AppError>[0], why: string, subject: string) =>
    new AppError(code, why, { subject })
  if (!plugin) throw fail('pluginNotFound', 'The plugin is not installed', pluginId)
  const { sheet, enabled } = plugin
  if (!tool) throw fail('pluginNotFound', 'The plugin has no such tool', name)
  if (!enabled) throw fail('pluginRefused', 'The plugin is turned off', sheet.title)
  if (!isOffered(plugin, tool)) {
    throw fail('pluginRefused', 'The tool or its host is turned off', sheet.title)
  }
  if (hash !== undefined && hash !== tool.hash) {
    throw fail('pluginChanged', 'It is not the tool that was allowed', tool.title)
  }
  const [missing] = missingSettings(plugin)
  if (missing !== undefined) throw fail('pluginSettingsInvalid', 'A setting is missing', missing)
  return plugin
}

function verdictOf(error: unknown, signal: AbortSignal): LogEntry['verdict'] {
  if (signal.aborted) return 'stopped'
  if (!(error instanceof AppError)) return 'failed'
  if (error.code === 'pluginStopped' || error.code === 'aborted') return 'stopped'
  return refusals.has(error.code) ? 'refused' : 'failed'
}

const refusals: ReadonlySet<string> = new Set([
  'pluginRefused',
  'pluginChanged',
  'pluginSignInNeeded',
  'pluginNetworkRefused',
  'pluginNotFound',
  'pluginSandboxMissing',
  'pluginFolderHome',
  'pluginFolderPrivate',
  'pluginFolderRelative',
  'pluginFolderChanged',
])
