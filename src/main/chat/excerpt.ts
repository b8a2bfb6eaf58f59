export const excerptLengthMaximum = 200
const charactersBefore = 60
const graphemes = new Intl.Segmenter()
/** Folding goes character by character: a match beyond this shows the beginning instead. */
const foldedLengthMaximum = 200_000

/** At most 200 characters of the text around the first of the terms, on one line. */
export function makeExcerpt(text: string, terms: readonly string[]): string {
  const match = findFirst(text, terms)
  const start = graphemeStart(text, Math.max(0, match - charactersBefore))
  const before = start > 0 ? '…' : ''
  // White space shrinks, so more is taken than fits.
  const excerpt = before + oneLine(text.slice(start, start + 4 * excerptLengthMaximum))
  const isWhole = start + 4 * excerptLengthMaximum >= text.length
  if (isWhole && excerpt.length <= excerptLengthMaximum) return excerpt
  const end = graphemeStart(excerpt, excerptLengthMaximum - 1)
  return `${excerpt.slice(0, end).trimEnd()}…`
}

/** Where the first term found begins; 0 where the index found what only its own rules make equal. */
function findFirst(text: string, terms: readonly string[]): number {
  const lower = text.toLowerCase()
  for (const term of terms) {
    const at = lower.indexOf(term.toLowerCase())
    if (at >= 0) return at
  }
  const folded = fold(text.slice(0, foldedLengthMaximum))
  for (const term of terms) {
    const at = folded.text.indexOf(fold(term).text)
    if (at >= 0) return folded.offsets[at] ?? 0
  }
  return 0
}

/** The text without case, accents and width, and where each of its characters stood. */
function fold(text: string): { text: string; offsets: number[] } {
  const characters: string[] = []
  const offsets: number[] = []
  let offset = 0
  for (const character of text) {
    const folded = character.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
    characters.push(folded)
    for (let unit = 0; unit < folded.length; unit++) offsets.push(offset)
    offset += character.length
  }
  return { text: characters.join(''), offsets }
}

/** The nearest start of a whole character at or before this place. */
function graphemeStart(text: string, at: number): number {
  // A window is enough, as segmenting a long text takes its whole length.
  const from = Math.max(0, at - 50)
  const window = text.slice(from, at + 50)
  return from + (graphemes.segment(window).containing(at - from)?.index ?? at - from)
}

function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
}
