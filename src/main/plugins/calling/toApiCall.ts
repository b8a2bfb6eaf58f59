import { AppError } from '../../../shared/errors.ts'
import type { ApiCall, ApiRoute } from '../gateway/planRequest.ts'
import type { Route } from '../pluginProgram.ts'
import type { SettingValues, StoredPlugin } from '../pluginTable.ts'
import { plainSettings } from '../settings/pluginSettings.ts'

/** Returns the call of a tool over HTTP. Errors: pluginNotFound if it is none. */
export function toApiCall(
  { sheet, program }: StoredPlugin,
  tool: string,
  argumentsText: string,
  settings: SettingValues,
): ApiCall {
  const route = Object.hasOwn(program.routes, tool) ? program.routes[tool] : undefined
  if (!route || !isApiRoute(route)) {
    throw new AppError('pluginNotFound', 'No way to this tool', { subject: tool })
  }
  const { identifier, secretOrigins } = program
  return { sheet, identifier, tool, route, argumentsText, settings, secretOrigins }
}

/** Tells whether a tool is called over HTTP. */
export function isApiRoute(route: Route): route is ApiRoute {
  return route.kind === 'post' || route.kind === 'gateway' || route.kind === 'operation'
}

/** Returns the settings for showing a request: every secret that has a value is a mask. */
export function shownSettings(plugin: StoredPlugin): SettingValues {
  const masked = Object.fromEntries(plugin.secrets.map((name) => [name, '***']))
  return { ...plainSettings(plugin), ...masked }
}
