import { isObject, parseJson, type JsonObject } from '../../../shared/json.ts'
import type { PlannedRequest } from '../gateway/plannedRequest.ts'
import type { SettingValues } from '../gateway/settingsHeaders.ts'
import { addCredentials } from './addCredentials.ts'
import { argumentError } from './argumentError.ts'
import { encodeBody } from './encodeBody.ts'
import { bodyArgument, type OpenApiOperation, type OperationParameter } from './operation.ts'
import { fillPath, isInPathQuery } from './fillPath.ts'
import { writeParameter, writePlain } from './writeParameter.ts'

/**
 * Returns the request of an operation. No argument can change its host or its path. Errors:
 * pluginArgumentsInvalid, pluginSettingsInvalid.
 */
export function operationRequest(
  operation: OpenApiOperation,
  argumentsText: string,
  settings: SettingValues,
): PlannedRequest {
  const input = readInput(argumentsText)
  const { parameters, bodyType } = operation
  const url = fillPath(operation, input)
  const headers: Record<string, string> = { accept: 'application/json, text/*;q=0.9, */*;q=0.8' }
  for (const parameter of parameters) {
    const value = input[parameter.argument]
    if (value === undefined || value === null) continue
    if (parameter.in === 'query' && !isInPathQuery(operation.path, parameter))
      addQuery(url, parameter, value)
    if (parameter.in === 'header') headers[parameter.name] = headerValue(parameter, value)
  }
  const given = input[bodyArgument]
  const body =
    bodyType === null || given === undefined ? undefined : encodeBody(bodyType, given, headers)
  addCredentials(operation.security, settings, url, headers)
  return { method: operation.method, url, headers, body }
}

function readInput(text: string): JsonObject {
  const input = text.trim() === '' ? {} : parseJson(text)
  if (!isObject(input)) throw argumentError('The arguments are not a JSON object')
  // A missing argument must not be found on the prototype, such as `constructor`.
  return Object.assign(Object.create(null) as object, input)
}

function addQuery(url: URL, parameter: OperationParameter, value: unknown): void {
  const fields = writeParameter(parameter, value).map(
    ([name, text]) =>
      `${encodeURIComponent(name.toWellFormed())}=${encodeURIComponent(text.toWellFormed())}`,
  )
  const known = url.search.length > 1 ? [url.search.slice(1)] : []
  url.search = [...known, ...fields].join('&')
}

function headerValue({ argument }: OperationParameter, value: unknown): string {
  const text = writePlain(value)
  if (!/^[\x20-\x7e\xa0-\xff]*$/.test(text)) {
    throw argumentError(`"${argument}" holds characters that a header can't carry`)
  }
  return text
}
