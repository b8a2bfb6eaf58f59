import { isObject, type JsonObject } from '../../../shared/json.ts'

/** Returns a schema of what two say together. Where both say something, the first counts. */
export function joinSchemas(one: JsonObject, other: JsonObject): JsonObject {
  const properties = { ...objectIn(other, 'properties'), ...objectIn(one, 'properties') }
  const required = [...new Set([...listOf(one['required']), ...listOf(other['required'])])]
  return {
    ...other,
    ...one,
    ...(Object.keys(properties).length > 0 && { properties }),
    ...(required.length > 0 && { required }),
  }
}

/** Returns a list; any other value gives an empty one. */
export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

function objectIn(node: JsonObject, key: string): JsonObject {
  const value = node[key]
  return isObject(value) ? value : {}
}
