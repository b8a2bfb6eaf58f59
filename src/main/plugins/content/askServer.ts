import type { Client, RequestOptions } from '@modelcontextprotocol/client'
import { AppError, toWire } from '../../../shared/errors.ts'
import type { PluginLog } from '../pluginLog.ts'
import type { StoredPlugin } from '../pluginTable.ts'
import type { PluginServers } from '../pluginServers.ts'
import type { RunningCalls } from '../runningCalls.ts'

export interface AskServerDependencies {
  get: (id: string) => StoredPlugin | undefined
  servers: Pick<PluginServers, 'use'>
  running: Pick<RunningCalls, 'run'>
  log: Pick<PluginLog, 'begin'>
}

/** Name and arguments to write to the plugin's log; `null` writes nothing (list requests). */
type LoggedRequest = { name: string; arguments: Record<string, string> } | null

type Work<T> = (client: Client, options: RequestOptions, plugin: StoredPlugin) => Promise<T>

/**
 * Asks a plugin's server something that is no call of a tool. It ends with its plugin, as a call
 * does. Errors: pluginNotFound, those of the server's start and of the work.
 */
export type AskServer = <T>(
  pluginId: string,
  logged: LoggedRequest,
  work: Work<T>,
  signal?: AbortSignal,
) => Promise<T>

/** A server that the user waits for. */
const waitMilliseconds = 180_000

export function createAskServer({ get, servers, running, log }: AskServerDependencies): AskServer {
  return async (pluginId, logged, work, stop) => {
    const plugin = get(pluginId)
    if (!plugin?.program.mcp) {
      throw new AppError('pluginNotFound', 'It has no server', { subject: pluginId })
    }
    const begun = performance.now()
    const end =
      logged &&
      log.begin({
        pluginId,
        tool: logged.name.slice(0, 300),
        host: plugin.sheet.hosts[0]?.host ?? null,
        arguments: JSON.stringify(logged.arguments),
      })
    const report = (error: unknown): void =>
      end?.({
        verdict: error === null ? 'done' : 'failed',
        error: error === null ? null : toWire(error),
        sentBytes: 0,
        receivedBytes: 0,
        durationMilliseconds: performance.now() - begun,
      })
    try {
      const limit = AbortSignal.timeout(waitMilliseconds)
      const ending = stop ? AbortSignal.any([limit, stop]) : limit
      const result = await running.run(pluginId, ending, (signal) =>
        servers.use(plugin, signal, (client, options) => work(client, options, plugin)),
      )
      report(null)
      return result
    } catch (error) {
      report(error)
      throw error
    }
  }
}
