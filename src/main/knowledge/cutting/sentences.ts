import { sentenceRanges, type TextRange } from '../../../shared/sentences/sentenceRanges.ts'

/**
 * Cuts a range of a text into its sentences, in any language. The sentences cover the whole range;
 * the space after a sentence belongs to it. A single line break ends no sentence: lines of a
 * paragraph are often broken by width.
 */
export function sentences(text: string, start: number, end: number): TextRange[] {
  const flat = text.slice(start, end).replaceAll(/\n(?![^\S\n]*\n)/g, ' ')
  return sentenceRanges(flat, 'en').map((range) => ({
    start: start + range.start,
    end: start + range.end,
  }))
}
