import { isObject, parseJson, type JsonObject } from '../../../shared/json.ts'

/**
 * Returns a call's arguments as an object. Wraps anything else as `input`: free text, which some
 * models write, or the beginning of an object, if the answer was cut off there.
 */
export function toolInputOf(text: string): JsonObject {
  if (text.trim() === '') return {}
  const parsed = parseJson(text)
  return isObject(parsed) ? parsed : { input: text }
}

/** Returns a call's arguments as the text of a JSON object: the model's own text if it is one. */
export function toolArgumentsOf(text: string): string {
  return isObject(parseJson(text)) ? text : JSON.stringify(toolInputOf(text))
}

/** Returns true for a call's arguments that say nothing. */
export function isBlankInput(text: string): boolean {
  return /^\s*(?:\{\s*\})?\s*$/.test(text)
}
