export interface TextPiece {
  text: string
  matches: boolean
}

/** Splits a text where the words of a query stand in it, without regard to case and accents. */
export function matchText(text: string, query: string, locale: string): TextPiece[] {
  const words = query.split(/\s+/).filter((word) => word !== '')
  const folded = fold(text, locale)
  if (folded.length !== text.length || words.length === 0) return [{ text, matches: false }]
  const pattern = new RegExp(words.map((word) => escapePattern(fold(word, locale))).join('|'), 'gu')
  const pieces: TextPiece[] = []
  let end = 0
  for (const match of folded.matchAll(pattern)) {
    if (match.index > end) pieces.push({ text: text.slice(end, match.index), matches: false })
    end = match.index + match[0].length
    pieces.push({ text: text.slice(match.index, end), matches: true })
  }
  if (end < text.length) pieces.push({ text: text.slice(end), matches: false })
  return pieces
}

/** Letter by letter, so that places in the result are places in the text. */
function fold(text: string, locale: string): string {
  return Array.from(text, (letter) => {
    const plain = letter.normalize('NFD').replaceAll(/\p{M}/gu, '').toLocaleLowerCase(locale)
    return plain.length === letter.length ? plain : letter
  }).join('')
}

function escapePattern(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}
