import { isObject, type JsonObject } from '../../../shared/json.ts'

/** Names of keys and the like, at the end of a name: `SERPAPI_API_KEY`, `accessToken`. */
const secretName = /(?:key|token|secret|password|passwd|passphrase|credentials?|auth)$/i

/** Returns the settings whose values belong in the keychain, by their JSON Schema. */
export function secretSettings(settings: JsonObject | null): string[] {
  return Object.entries(settingProperties(settings)).flatMap(([name, schema]) =>
    isSecret(name, schema) ? [name] : [],
  )
}

/** Returns the schemas of the settings by name. */
export function settingProperties(settings: JsonObject | null): Record<string, JsonObject> {
  const properties = settings?.['properties']
  if (!isObject(properties)) return {}
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, isObject(schema) ? schema : {}]),
  )
}

function isSecret(name: string, schema: JsonObject): boolean {
  const { type, format } = schema
  if (format === 'password') return true
  if (['x-secret', 'sensitive', 'isSecret', 'writeOnly'].some((mark) => schema[mark] === true)) {
    return true
  }
  const isText = type === undefined || type === 'string'
  return isText && schema['enum'] === undefined && secretName.test(name)
}
