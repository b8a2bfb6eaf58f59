import { parseJson } from '../../../shared/json.ts'

/** Parses JSON that may have comments, as editors write it. Returns undefined for invalid text. */
export function parseJsonc(text: string): unknown {
  return parseJson(text) ?? parseJson(plainJson(text))
}

/** Returns the text without comments, and without commas before a closing bracket. */
function plainJson(text: string): string {
  let plain = ''
  // A comma that is kept back until it is known what follows it.
  let comma = ''
  for (let at = 0; at < text.length;) {
    const end = tokenEnd(text, at)
    const token = text.slice(at, end)
    at = end
    if (/^(?:\s|\/[/*])/.test(token)) continue
    if (token !== '}' && token !== ']') plain += comma
    comma = token === ',' ? token : ''
    if (token !== ',') plain += token
  }
  return plain
}

/** Returns the end of the string, comment, run of white space or other character that begins here. */
function tokenEnd(text: string, at: number): number {
  const after = (mark: string, from: number): number => {
    const found = text.indexOf(mark, from)
    return found < 0 ? text.length : found + mark.length
  }
  if (text.startsWith('//', at)) return after('\n', at)
  if (text.startsWith('/*', at)) return after('*/', at + 2)
  if (text[at] === '"') {
    let end = at + 1
    while (end < text.length && text[end] !== '"') end += text[end] === '\\' ? 2 : 1
    return end + 1
  }
  return at + 1
}
