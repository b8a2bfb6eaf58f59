import { encodeAddress, escapablePattern, unescapeText } from './characters.ts'

const bracketed = /<(?:[^<>\n\\]|\\.)*>/y
const title = new RegExp(
  `"(?:[^"\\\\]|\\\\[^])*"|'(?:[^'\\\\]|\\\\[^])*'|\\((?:[^()\\\\]|\\\\[^])*\\)`,
  'y',
)
const label = /\[(?:[^\\[\]]|\\[^]){0,1000}\]/y
const escapable = new RegExp(escapablePattern)
/** Source: CommonMark 0.31.2, 6.3, which asks for three at least. */
const maxParentheses = 32

export interface Scanned {
  value: string
  /** The index behind it. */
  end: number
}

/** Reads a link's address in either of its forms; undefined if there is none. */
export function scanDestination(text: string, start: number): Scanned | undefined {
  if (text[start] === '<') {
    bracketed.lastIndex = start
    const found = bracketed.exec(text)?.[0]
    if (found === undefined) return undefined
    const value = encodeAddress(unescapeText(found.slice(1, -1)))
    return { value, end: start + found.length }
  }
  let depth = 0
  let end = start
  for (; end < text.length; end += 1) {
    const character = text.charAt(end)
    if (character === '\\' && escapable.test(text[end + 1] ?? '')) end += 1
    else if (character === '(') {
      depth += 1
      if (depth > maxParentheses) return undefined
    } else if (character === ')') {
      if (depth === 0) break
      depth -= 1
    } else if (character <= ' ' || character === '\u007f') break
  }
  if (depth > 0) return undefined
  return { value: encodeAddress(unescapeText(text.slice(start, end))), end }
}

/** Reads a link's title without its marks; undefined if there is none. */
export function scanTitle(text: string, start: number): Scanned | undefined {
  title.lastIndex = start
  const found = title.exec(text)?.[0]
  // A blank line ends the paragraph that it would stand in.
  if (found === undefined || /\n[ \t]*\n/.test(found)) return undefined
  return { value: unescapeText(found.slice(1, -1)), end: start + found.length }
}

/**
 * Reads a label with its brackets, unchanged, of at most 999 characters; undefined if there is
 * none.
 */
export function scanLabel(text: string, start: number): Scanned | undefined {
  label.lastIndex = start
  const found = label.exec(text)?.[0]
  if (found === undefined || found.length > 1001) return undefined
  return { value: found.slice(1, -1), end: start + found.length }
}

/** Spaces, tabs and at most one line end. */
export function skipSpaces(text: string, start: number): number {
  let end = start
  let lineEnds = 0
  for (; end < text.length; end += 1) {
    const character = text[end]
    if (character === '\n') lineEnds += 1
    else if (character !== ' ' && character !== '\t') break
    if (lineEnds > 1) break
  }
  return end
}
