import { AppError } from '../../../shared/errors.ts'
import type { PluginTool } from '../../../shared/pluginSheet.ts'
import { guardedRequest, resultLimits } from '../../network/guardedRequest.ts'
import { secretMayTravel } from '../../network/hostRule.ts'
import { pluginHosts } from '../pluginHosts.ts'
import type { SettingValues, StoredPlugin } from '../pluginTable.ts'
import type { CallAnswer } from './callAnswer.ts'
import { settingsHeaders } from './settingsHeaders.ts'

/** Sends a call where its tool's route leads. Errors: those of a guarded request. */
export async function callRoute(
  plugin: StoredPlugin,
  tool: PluginTool,
  argumentsText: string,
  settings: SettingValues,
  signal: AbortSignal,
): Promise<CallAnswer> {
  const route = plugin.program.routes[tool.name]
  if (route?.kind !== 'post' && route?.kind !== 'gateway') {
    throw new AppError('pluginNotFound', 'No way to this tool', { subject: tool.name })
  }
  const url = new URL(route.url)
  const sent = secretMayTravel(url) ? settings : withoutSecrets(plugin, settings)
  const body =
    route.kind === 'post'
      ? argumentsText
      : JSON.stringify({
          identifier: plugin.program.identifier,
          apiName: tool.name,
          arguments: argumentsText,
        })
  const answer = await guardedRequest(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...settingsHeaders(sent) },
    body,
    allows: pluginHosts(plugin),
    limits: resultLimits,
    signal,
  })
  const text = new TextDecoder().decode(answer.bytes)
  if (answer.status < 200 || answer.status > 299) {
    throw new AppError('pluginServerFailed', 'The server refused the call', {
      subject: url.host,
      status: answer.status,
      answer: text.slice(0, 2000),
    })
  }
  return { text, sentBytes: Buffer.byteLength(body), receivedBytes: answer.bytes.byteLength }
}

function withoutSecrets({ sheet }: StoredPlugin, settings: SettingValues): SettingValues {
  return Object.fromEntries(
    Object.entries(settings).filter(([name]) => !sheet.secretSettings.includes(name)),
  )
}
