/** The highest position, and the most positions of a word, that a tsvector can hold. */
const positionMaximum = 16_383
const positionsMaximum = 256
/** PostgreSQL refuses longer words. */
const lexemeBytesMaximum = 2046

/** Returns tokens as a tsvector's text: those of headings weigh more (A) than the text's (D). */
export function toTsvector(headings: string, text: string): string {
  const positions = new Map<string, string[]>()
  let at = 0
  const add = (tokens: string, weight: string): void => {
    for (const token of tokens.split(' ')) {
      if (token === '' || Buffer.byteLength(token) > lexemeBytesMaximum) continue
      at = Math.min(at + 1, positionMaximum)
      const known = positions.get(token) ?? []
      positions.set(token, known)
      if (known.length < positionsMaximum) known.push(`${String(at)}${weight}`)
    }
  }
  add(headings, 'A')
  add(text, '')
  return Array.from(positions, ([token, list]) => `${quoted(token)}:${list.join(',')}`).join(' ')
}

/** Returns words as a tsquery's text: any of them, from their beginning if asked so. */
export function toTsquery(tokens: readonly string[], isPrefix: boolean): string {
  return tokens.map((token) => `${quoted(token)}${isPrefix ? ':*' : ''}`).join(' | ')
}

function quoted(token: string): string {
  return `'${token.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
}
