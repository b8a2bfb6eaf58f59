import { characterEntities } from 'character-entities'

/** Half of something is hidden only near the end; further back it is text. */
const maxHiddenLength = 300
const maxFormulaLength = 200

const attribute = '\\s+[a-zA-Z_:][\\w:.-]*'
const value = '(?:"[^"]*"|\'[^\']*\'|[^\\s"\'=<>`]+)'
const attributes = `(?:${attribute}(?:\\s*=\\s*${value})?)*`
const unfinishedTag = new RegExp(
  `^<(?:/?(?:[a-zA-Z][a-zA-Z0-9-]*)?\\s*|[a-zA-Z][a-zA-Z0-9-]*${attributes}\\s*/?)$`,
)
const unfinishedValue = new RegExp(
  `^<[a-zA-Z][a-zA-Z0-9-]*${attributes}${attribute}\\s*=\\s*(?:"[^"]*|'[^']*)?$`,
)
/** Words behind a `<` are prose rather than attributes when they are many. */
const manyWords = /(?:\s+[\w-]+){3}$/
const unfinishedAddress = /^<[^\s<>]*[:@][^\s<>]*$/
const unfinishedComment = /^<[!?][^>]*$/
const unfinishedTarget =
  /^\(\s*(?:<[^<>\n]*|[^\s<]\S*(?:\s+(?:"[^"]*(?:"\s*)?|'[^']*(?:'\s*)?|\([^()]*(?:\)\s*)?)?)?)?$/
const unfinishedCode = /^#(?:[0-9]{0,7}|[xX][0-9a-fA-F]{0,6})$/
const unfinishedPrice = /^\$[\d.,]*$/
const entityNames = Object.keys(characterEntities)
const texMark = /[\\^_{}]/
/** A variable of a shell, or words as in "$5 a month": TeX writes neither without a backslash. */
const shellVariable = /^\$[a-zA-Z_]{3}/
const word = /(?<![\\a-zA-Z])[a-zA-Z]{3}/

function rest(text: string, start: number, maximum: number): string | undefined {
  return text.length - start > maximum ? undefined : text.slice(start)
}

/** Returns whether the `<` at `start` may begin a tag, a comment or an address without its end. */
export function isUnfinishedTag(text: string, start: number): boolean {
  const tail = rest(text, start, maxHiddenLength)
  if (tail === undefined) return false
  if (unfinishedTag.test(tail)) return !manyWords.test(tail)
  return [unfinishedValue, unfinishedAddress, unfinishedComment].some((each) => each.test(tail))
}

/** Returns whether the `&` at `start` may begin an entity. */
export function isUnfinishedEntity(text: string, start: number): boolean {
  const name = rest(text, start + 1, 31)
  if (name === undefined) return false
  if (unfinishedCode.test(name)) return true
  return /^[a-zA-Z0-9]*$/.test(name) && entityNames.some((each) => each.startsWith(name))
}

/**
 * Returns whether a dollar, `\(` or `\[` that nothing closes may begin a formula; a price does not.
 */
export function isUnfinishedFormula(text: string, start: number): boolean {
  const tail = rest(text, start, maxFormulaLength)
  if (tail === undefined) return false
  if (tail.startsWith('\\') || tail.startsWith('$$')) return true
  if (tail === '$') return true
  if (/^\$\s|[\n`]/.test(tail) || unfinishedPrice.test(tail) || shellVariable.test(tail)) {
    return false
  }
  if (/^\$\d/.test(tail) && !/^\$[\d.,]+\s*[a-zA-Z]?\s*[\\^_{}+*/=-]/.test(tail)) return false
  return texMark.test(tail) || !word.test(tail)
}

/** Returns whether a bracket that nothing closes may still become a link or a picture. */
export function mayBecomeLink(text: string, textStart: number): boolean {
  return rest(text, textStart, maxHiddenLength)?.includes('\n') === false
}

/**
 * Returns whether what is in a bracket so far is shown as a number or not at all: `[^note` or
 * `[12`.
 */
export function isReferenceLike(inside: string): boolean {
  return /^(?:\^[^\s\]]*|\d{0,3})$/.test(inside)
}

/** Returns whether what follows the text of a link is the beginning of its address or label. */
export function isUnfinishedTarget(text: string, start: number): boolean {
  if (start === text.length) return true
  const tail = rest(text, start, 2 * maxHiddenLength)
  if (tail === undefined) return false
  if (tail.startsWith('[')) return !/[[\]\n]/.test(tail.slice(1))
  return unfinishedTarget.test(tail)
}
