import { isObject, parseJson, type JsonObject } from '../../shared/json.ts'

/**
 * Returns a call's arguments as an object. Wraps free text, which some models write, as `input`.
 */
export function toolInputOf(text: string): JsonObject {
  if (text.trim() === '') return {}
  const parsed = parseJson(text)
  return isObject(parsed) ? parsed : { input: text }
}
