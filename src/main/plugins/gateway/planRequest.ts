import { AppError } from '../../../shared/errors.ts'
import type { PluginSheet } from '../../../shared/plugins/pluginSheet.ts'
import { secretMayTravel } from '../../network/hostRule.ts'
import { plainHost } from '../network/sheetRule.ts'
import type { OpenApiOperation } from '../openapi/operation.ts'
import { operationRequest } from '../openapi/operationRequest.ts'
import type { PlannedRequest } from './plannedRequest.ts'
import { settingsHeaders, type SettingValues } from './settingsHeaders.ts'

/** The way to call a tool over HTTP. */
export type ApiRoute =
  /** The arguments are the body of a POST to the address. */
  | { kind: 'post'; url: string }
  /** The plugin's own gateway gets the arguments with the names of plugin and tool. */
  | { kind: 'gateway'; url: string; manifest?: unknown }
  /** A request that an OpenAPI document describes. */
  | { kind: 'operation'; operation: OpenApiOperation }

export interface ApiCall {
  sheet: Pick<PluginSheet, 'title' | 'type' | 'hosts' | 'settings' | 'secretSettings'>
  /** The name by which the plugin's servers know it. */
  identifier: string
  /** The tool's own name. */
  tool: string
  route: ApiRoute
  /** The arguments as JSON in their canonical form: an object. */
  argumentsText: string
  /** The values of all settings, secrets too. */
  settings: SettingValues
  /** The origins that may be sent the secret settings. */
  secretOrigins: readonly string[]
}

/** Returns the request of a call. Errors: pluginArgumentsInvalid. */
export function planRequest(call: ApiCall): PlannedRequest {
  const { route, argumentsText } = call
  if (route.kind === 'operation') {
    return planOperation(call, route.operation)
  }
  const url = new URL(route.url)
  const headers = { accept: '*/*', ...settingsHeaders(settingsFor(call, url)) }
  if (route.kind === 'gateway') {
    const body = gatewayBody(call, route.manifest)
    return {
      method: 'POST',
      url,
      headers: { ...headers, 'content-type': 'application/json' },
      body,
    }
  }
  // The type that fetch gives a text: existing servers were written for callers that used it.
  const type = { 'content-type': 'text/plain;charset=UTF-8' }
  return { method: 'POST', url, headers: { ...headers, ...type }, body: argumentsText }
}

function planOperation(call: ApiCall, operation: OpenApiOperation): PlannedRequest {
  const settings = settingsFor(call, new URL(operation.server))
  try {
    return operationRequest(operation, call.argumentsText, settings)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    throw new AppError(error.code, error.message, { subject: call.tool, ...error.details })
  }
}

function gatewayBody(
  { identifier, tool, argumentsText, sheet }: ApiCall,
  manifest: unknown,
): string {
  return JSON.stringify({
    identifier,
    apiName: tool,
    arguments: argumentsText,
    type: sheet.type,
    manifest,
  })
}

/** Returns the settings that the sheet says this host is sent. */
function settingsFor({ sheet, settings, secretOrigins }: ApiCall, url: URL): SettingValues {
  const named = sheet.hosts.find(({ host }) => plainHost(host) === plainHost(url.host))
  const sends = named?.sends ?? []
  const mayHaveSecrets =
    sends.includes('secrets') && secretOrigins.includes(url.origin) && secretMayTravel(url)
  return Object.fromEntries(
    Object.entries(settings).filter(([name]) =>
      sheet.secretSettings.includes(name) ? mayHaveSecrets : sends.includes('settings'),
    ),
  )
}
