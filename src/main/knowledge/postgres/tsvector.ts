/** The highest position, and the most positions of a word, that a tsvector can hold. */
const maxPosition = 16_383
const maxPositions = 256
/** PostgreSQL refuses longer words. */
const maxLexemeBytes = 2046

/** Stands before a word that is turned round; no token has it. */
const endMark = '<'

/**
 * Returns tokens as a tsvector's text: those of headings weigh more (A) than the text's (D). The
 * words of `reversed` have no position, and are for `endQuery` alone.
 */
export function toTsvector(
  headings: string,
  text: string,
  reversed: readonly string[] = [],
): string {
  const positions = new Map<string, string[]>()
  let at = 0
  const add = (tokens: string, weight: string): void => {
    for (const token of tokens.split(' ')) {
      if (!fits(token)) continue
      at = Math.min(at + 1, maxPosition)
      const known = positions.get(token) ?? []
      positions.set(token, known)
      if (known.length < maxPositions) known.push(`${String(at)}${weight}`)
    }
  }
  add(headings, 'A')
  add(text, '')
  const words = Array.from(positions, ([token, list]) => `${quoted(token)}:${list.join(',')}`)
  const ends = reversed.map((word) => `${endMark}${word}`)
  return [...words, ...ends.filter(fits).map(quoted)].join(' ')
}

function fits(lexeme: string): boolean {
  return lexeme !== '' && Buffer.byteLength(lexeme) <= maxLexemeBytes
}

/** Returns a tsquery's text for words that end with a token, which is turned round. */
export function endQuery(reversed: string): string {
  return toTsquery([`${endMark}${reversed}`], true)
}

/** Returns words as a tsquery's text: any of them, from their beginning if asked so. */
export function toTsquery(tokens: readonly string[], isPrefix: boolean): string {
  return tokens.map((token) => `${quoted(token)}${isPrefix ? ':*' : ''}`).join(' | ')
}

function quoted(token: string): string {
  return `'${token.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
}
