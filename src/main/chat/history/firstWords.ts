import { maxTitleLength } from '../../../shared/limits.ts'
import { onFirstUse } from '../../../shared/onFirstUse.ts'

/** In graphemes, which people see as characters. */
const maxFirstWordsLength = 60
/** Far more than a title needs, so that a pasted book costs nothing. */
const maxReadLength = 2000
const graphemes = onFirstUse(() => new Intl.Segmenter())
const words = onFirstUse(() => new Intl.Segmenter(undefined, { granularity: 'word' }))

/** Returns a conversation's first title: its first words in plain text. */
export function titleFromText(text: string): string {
  const start = text.slice(0, maxReadLength)
  const plain = oneLine(withoutMarkdown(start)) || oneLine(start)
  return shorten(plain, maxFirstWordsLength)
}

/** Returns one line without control characters, direction overrides or halves of a character. */
export function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/\ufffd$/u, '')
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu, '')
    .replace(/\s+/gu, ' ')
    .trim()
}

/** Returns a title as it is, or its beginning if another program has made it too long. */
export function shortTitle(title: string): string {
  if (title.length <= maxTitleLength) return title
  return shorten(title.slice(0, maxReadLength), Infinity)
}

/** Shortens a text to whole words and an ellipsis; cuts a word that is too long. */
function shorten(text: string, maxGraphemes: number): string {
  const end = endOfGraphemes(text, maxGraphemes)
  if (end === text.length) return text
  const room = endOfGraphemes(text, maxGraphemes - 1)
  let cut = 0
  for (const word of words().segment(text)) {
    if (word.index + word.segment.length > room) break
    cut = word.index + word.segment.length
  }
  return `${text.slice(0, cut || room).trimEnd()}…`
}

export function isShort(text: string, maxGraphemes: number): boolean {
  return endOfGraphemes(text, maxGraphemes) === text.length
}

/**
 * Returns the end of this many graphemes within a title's limit: one grapheme can be of any length.
 */
function endOfGraphemes(text: string, count: number): number {
  let end = 0
  let counted = 0
  for (const { index, segment } of graphemes().segment(text)) {
    if (counted === count || index + segment.length >= maxTitleLength) return end
    end = index + segment.length
    counted++
  }
  return end
}

function withoutMarkdown(text: string): string {
  return text
    .replace(/^\s*(```|~~~).*$/gm, ' ')
    .replace(/!?\[([^\]\n]*)\]\([^)\n]*\)/g, '$1')
    .replace(/^\s*(#{1,6}|>|[-*+]|\d+[.)])\s+/gm, '')
    .replace(/(\*\*|__|~~|`)(?=\S)(.+?)\1/g, '$2')
}
