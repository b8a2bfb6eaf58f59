import { AppError } from '../../../shared/errors.ts'
import type { ShownRequest } from '../../../shared/plugins/plugins.ts'
import { shownRequest } from '../gateway/shownRequest.ts'
import type { StoredPlugin } from '../pluginTable.ts'
import { isApiRoute, shownSettings, toApiCall } from './toApiCall.ts'

/**
 * Returns the request that a call would send; null for a tool that is not called over HTTP. Sends
 * nothing. Errors: pluginNotFound, pluginArgumentsInvalid.
 */
export function showRequest(
  plugin: StoredPlugin | undefined,
  tool: string,
  argumentsText: string,
): ShownRequest | null {
  if (!plugin?.sheet.tools.some(({ name }) => name === tool)) {
    throw new AppError('pluginNotFound', 'The plugin has no such tool', { subject: tool })
  }
  const route = plugin.program.routes[tool]
  if (!route || !isApiRoute(route)) return null
  return shownRequest(toApiCall(plugin, tool, argumentsText, shownSettings(plugin)))
}
