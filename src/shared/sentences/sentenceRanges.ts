import { isAbbreviated } from './abbreviations.ts'

/** A range of a text in code units. `start` is inclusive, `end` exclusive. */
export interface TextRange {
  start: number
  end: number
}

const segmenters = new Map<string | undefined, Intl.Segmenter>()

function segmenterFor(language: string | undefined): Intl.Segmenter {
  const known = segmenters.get(language)
  if (known) return known
  const segmenter = new Intl.Segmenter(language, { granularity: 'sentence' })
  segmenters.set(language, segmenter)
  return segmenter
}

/** Marks at the end of a sentence, with what closes a quotation or bracket behind it. */
const end = /[.?!。！？](?:["'”’»)\]*_」』]*)\s*$/
/** The end of a quotation that stands alone: « Vraiment ? » */
const closing = /^\s*[»”’)\]]/
/** A quotation that begins at once, whose mark Unicode counts to the sentence before. */
const openedAtEnd = /[.?!。！？]["'”’»)\]」』]*\s*([「『（(“„«]+)$/
/** As much as an abbreviation and the word before it may need. */
const lookBehind = 40
const lookAhead = 24

/**
 * Cuts a text into its sentences, in any language. They cover the whole text; the space behind a
 * sentence belongs to it. Unicode's rules (UAX 29) end sentences at abbreviations, initials,
 * ordinals and inside of addresses, too: there they go on.
 */
export function sentenceRanges(text: string, language?: string): TextRange[] {
  const ranges: TextRange[] = []
  let start = 0
  for (const { segment, index } of segmenterFor(language).segment(text)) {
    const opened = openedAtEnd.exec(segment)?.[1] ?? ''
    const after = index + segment.length - opened.length
    if (after < text.length && goesOn(text, start, after)) continue
    ranges.push({ start, end: after })
    start = after
  }
  return ranges
}

function goesOn(text: string, start: number, place: number): boolean {
  const before = text.slice(Math.max(start, place - lookBehind), place)
  if (!end.test(before)) return false
  const after = text.slice(place, place + lookAhead)
  if (closing.test(after)) return true
  // Japanese quotes end within the sentence: 「はい。」と言った。
  if (/[」』]$/.test(before)) return /^(?:と|って)/.test(after)
  // A sentence does not begin with a small letter, nor without a space: «Really?» he asked.
  if (/^\p{Ll}/u.test(after)) return true
  if (/[。！？]["'”’」』]*$/.test(before)) return false
  if (!/\s$/.test(before)) return /^[\p{Script=Latin}\p{Script=Cyrillic}\p{N}/=&]/u.test(after)
  // The number of an item is no sentence.
  if (/^\s*(?:\d{1,3}|\p{L})\.\s*$/u.test(text.slice(start, place))) return true
  return isAbbreviated(before, after)
}
