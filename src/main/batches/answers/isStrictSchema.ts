import { isObject } from '../../../shared/json.ts'

export type JsonSchema = Record<string, unknown>

/** Keywords that hold other schemas: one, a list of them, or each under a name. */
const nested = ['items', 'anyOf', 'properties', '$defs', 'definitions'] as const

/**
 * True for a schema that OpenAI's strict mode takes: each object in it requires all its properties
 * and allows no others.
 */
export function isStrictSchema(schema: unknown): boolean {
  if (!isObject(schema)) return true
  const { properties } = schema
  if (isObject(properties) && !isClosed(schema, Object.keys(properties))) return false
  return nested.every((key) => {
    const inner = schema[key]
    if (Array.isArray(inner)) return inner.every(isStrictSchema)
    if (!isObject(inner)) return true
    return key === 'items' ? isStrictSchema(inner) : Object.values(inner).every(isStrictSchema)
  })
}

function isClosed(schema: JsonSchema, names: readonly string[]): boolean {
  const { required, additionalProperties } = schema
  if (additionalProperties !== false || !Array.isArray(required)) return false
  return names.every((name) => required.includes(name))
}
