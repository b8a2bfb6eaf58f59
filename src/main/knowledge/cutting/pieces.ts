import type { DocumentBlock } from '../readDocument.ts'
import type { TextRange } from '../../../shared/sentences/sentenceRanges.ts'
import { sentences } from './sentences.ts'
import { textSize } from './textSize.ts'

/**
 * Cuts a block into the smallest pieces that stay whole: sentences, rows of a table, paragraphs of
 * code. A piece above `maximum` is cut further. The pieces cover the block.
 */
export function pieces(text: string, block: DocumentBlock, maximum: number): TextRange[] {
  return parts(text, block).flatMap((part) =>
    textSize(text.slice(part.start, part.end)) <= maximum ? [part] : cutLong(text, part, maximum),
  )
}

function parts(text: string, block: DocumentBlock): TextRange[] {
  const { start, end } = block
  if (block.kind === 'heading') return [{ start, end }]
  if (block.kind === 'code') return splitAfter(text, start, end, /\n[^\S\n]*\n/g)
  if (block.kind === 'table') return splitAfter(text, start, end, /\n/g)
  return sentences(text, start, end)
}

/** Cuts a range after each match. */
function splitAfter(text: string, start: number, end: number, pattern: RegExp): TextRange[] {
  const ranges: TextRange[] = []
  let from = start
  for (const match of text.slice(start, end).matchAll(pattern)) {
    const to = start + match.index + match[0].length
    if (to >= end) break
    ranges.push({ start: from, end: to })
    from = to
  }
  return [...ranges, { start: from, end }]
}

/** Cuts a range that has no better place: after a line, else after a word, else anywhere. */
function cutLong(text: string, { start, end }: TextRange, maximum: number): TextRange[] {
  const ranges: TextRange[] = []
  let from = start
  while (end - from > 0) {
    const to = cutPlace(
      text,
      from,
      Math.min(end, from + lengthWithin(text, from, end, maximum)),
      end,
    )
    ranges.push({ start: from, end: to })
    from = to
  }
  return ranges
}

/** Returns how many characters from an offset have a size of at most `maximum`, at least one. */
function lengthWithin(text: string, from: number, end: number, maximum: number): number {
  const most = text.slice(from, Math.min(end, from + maximum))
  const ratio = textSize(most) / most.length
  let length = Math.min(most.length, Math.max(1, Math.floor(maximum / ratio)))
  while (length > 1 && textSize(most.slice(0, length)) > maximum) length = Math.floor(length * 0.9)
  return length
}

function cutPlace(text: string, from: number, to: number, end: number): number {
  if (to >= end) return end
  const slice = text.slice(from, to)
  const half = slice.length / 2
  const line = slice.lastIndexOf('\n') + 1
  if (line > half) return from + line
  const word = Math.max(
    0,
    ...Array.from(slice.matchAll(/[\s。、，；,;]/gu), ({ index }) => index + 1),
  )
  if (word > half) return from + word
  return wholeCharacter(text, from, to)
}

/** Moves a place back to where it separates neither a surrogate pair nor a mark from its letter. */
function wholeCharacter(text: string, from: number, place: number): number {
  let to = place
  while (to > from + 1 && place - to < 32 && isInside(text, to)) to -= 1
  return to > from ? to : place
}

function isInside(text: string, place: number): boolean {
  const next = text.codePointAt(place) ?? 0
  const isLowSurrogate = (next & 0xfc00) === 0xdc00
  return (
    isLowSurrogate ||
    /^[\p{M}\u200d]$/u.test(String.fromCodePoint(next)) ||
    text[place - 1] === '\u200d'
  )
}
