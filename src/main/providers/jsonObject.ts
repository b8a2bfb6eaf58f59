export type JsonObject = Readonly<Record<string, unknown>>

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A field's text; anything else counts as none. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** The objects of a list; anything else counts as none. */
export function objectsOf(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : []
}
