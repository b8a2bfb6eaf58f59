import { settingProperties } from '../sheet/secretSettings.ts'

type Schema = Record<string, unknown>

/** Returns one JSON Schema for the settings of a manifest and of its OpenAPI document. */
export function joinSettings(own: Schema | null, ofDocument: Schema | null): Schema | null {
  const [first, second] = [own, ofDocument].filter((schema) => hasProperties(schema))
  if (!first) return null
  if (!second) return first
  return {
    ...second,
    ...first,
    properties: { ...settingProperties(second), ...settingProperties(first) },
    required: [...new Set([...requiredSettings(first), ...requiredSettings(second)])],
  }
}

/** Returns the names of the settings without which a plugin does not work. */
export function requiredSettings(settings: Schema | null): string[] {
  const required = settings?.['required']
  const known = settingProperties(settings)
  return Array.isArray(required)
    ? required.filter(
        (name): name is string => typeof name === 'string' && Object.hasOwn(known, name),
      )
    : []
}

function hasProperties(schema: Schema | null): schema is Schema {
  return Object.keys(settingProperties(schema)).length > 0
}
