export interface JsonExtent {
  push: (text: string) => void
  /**
   * Returns true if the text is one object from its first brace to its last, with nothing after it.
   */
  isWhole: () => boolean
}

/** Tracks the braces of a JSON object as it arrives, so that no text is scanned twice. */
export function createJsonExtent(): JsonExtent {
  let depth = 0
  let quoted = false
  let escaped = false
  let begun = false

  function push(text: string): void {
    for (const letter of text) {
      if (escaped) escaped = false
      else if (quoted) {
        if (letter === '\\') escaped = true
        else if (letter === '"') quoted = false
      } else if (letter === '"') quoted = true
      else if (letter === '{' || letter === '[') {
        depth += 1
        begun = true
      } else if (letter === '}' || letter === ']') depth -= 1
    }
  }

  return { push, isWhole: () => begun && depth === 0 && !quoted }
}
