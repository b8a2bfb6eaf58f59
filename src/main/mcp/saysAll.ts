import { isDeepStrictEqual } from 'node:util'
import { parseJson } from '../../shared/json.ts'

/** Longer texts are compared as JSON alone: their words would take main too long. */
const maxProseLength = 200_000

/**
 * Tells whether texts hold every value of structured content: as the same JSON, as one text an item,
 * or in prose. Servers should send both, but some send an empty text or a summary. Empty texts say
 * nothing, not even that the data is empty.
 */
export function saysAll(texts: readonly string[], data: unknown): boolean {
  const filled = texts.filter((text) => text.trim() !== '')
  if (filled.length === 0) return false
  if (filled.some((text) => text.length > maxProseLength)) {
    return filled.some((text) => isDeepStrictEqual(parseJson(text), data))
  }
  const said = new Set(filled.flatMap(wordsOf))
  for (const text of filled) {
    // JSON may write letters as escapes.
    for (const word of valueWords(parseJson(text))) said.add(word)
  }
  for (const word of valueWords(data)) if (!said.has(word)) return false
  return true
}

function wordsOf(text: string): string[] {
  return (
    text.toLowerCase().match(/-?\d+(?:\.\d+)*|[\p{L}\p{M}\p{N}]+|[^\s\p{P}\p{L}\p{M}\p{N}]+/gu) ??
    []
  )
}

/** Yields the words of all values in a JSON value, without recursion. */
function* valueWords(value: unknown): Generator<string> {
  const left = [value]
  while (left.length > 0) {
    const next = left.pop()
    if (typeof next === 'object' && next !== null) {
      for (const each of Object.values(next)) left.push(each)
    } else yield* wordsOf(String(next))
  }
}
