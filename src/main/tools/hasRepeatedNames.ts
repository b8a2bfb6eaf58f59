/** Matches the tokens of JSON that matter here: strings, with a colon after names, and brackets. */
const tokens = /("(?:[^"\\]|\\.)*")(\s*:)?|[{}[\]]/gs

/**
 * Tells whether an object in a valid JSON text has two values under one name. Readers differ in
 * which of the two they take, so the user could be shown another one than is sent.
 */
export function hasRepeatedNames(text: string): boolean {
  const open: (Set<unknown> | null)[] = []
  for (const [token, quoted, colon] of text.matchAll(tokens)) {
    if (token === '{') open.push(new Set())
    else if (token === '[') open.push(null)
    else if (token === '}' || token === ']') open.pop()
    else if (quoted !== undefined && colon !== undefined) {
      const names = open.at(-1)
      // `\u0061` is the same name as `a`.
      const name: unknown = JSON.parse(quoted)
      if (names?.has(name) === true) return true
      names?.add(name)
    }
  }
  return false
}
