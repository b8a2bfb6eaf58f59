import { isObject, parseJson } from '../../../shared/json.ts'
import type { JsonObject } from '../../../shared/json.ts'

/**
 * Returns what came whole of a JSON object that was cut off: every member and every element of a
 * list up to the last whole one. A text or number that may go on is left out. Returns undefined if
 * it is no beginning of an object.
 */
export function parseCutJson(text: string): JsonObject | undefined {
  const whole = parseJson(wholePartOf(text))
  return isObject(whole) ? whole : undefined
}

const closerOf: Readonly<Record<string, string>> = { '{': '}', '[': ']' }

/** Returns the longest beginning that has no value in pieces, with what is open closed. */
function wholePartOf(text: string): string {
  let closers = ''
  let part = ''
  /** True between a colon and its value, so that a string there is no name. */
  let isAfterColon = false
  const keepUpTo = (end: number): void => {
    part = text.slice(0, end) + closers
  }
  for (let at = 0; at < text.length; at += 1) {
    const letter = text.charAt(at)
    if (letter === '"') {
      const end = endOfString(text, at)
      if (end < 0) return part
      at = end
      if (isAfterColon || closers.startsWith(']')) keepUpTo(end + 1)
    } else if (letter === '{' || letter === '[') {
      closers = (closerOf[letter] ?? '') + closers
      keepUpTo(at + 1)
    } else if (letter === '}' || letter === ']') {
      closers = closers.slice(1)
      keepUpTo(at + 1)
    } else if (letter === ',') keepUpTo(at)
    if (letter === ':') isAfterColon = true
    else if (letter === ',' || letter === '{' || letter === '[') isAfterColon = false
  }
  return part
}

/** Returns the place of the quote that ends a string; -1 if it is missing. */
function endOfString(text: string, open: number): number {
  for (let at = open + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1
    else if (text[at] === '"') return at
  }
  return -1
}
