import { foldText } from '../../../shared/knowledge/textSearch.ts'
import { foundPattern } from './foundPattern.ts'

export interface TextPiece {
  text: string
  matches: boolean
}

/** Splits a text at the matches of a search, ignoring case and accents. */
export function matchText(text: string, query: string): TextPiece[] {
  const pattern = foundPattern(query)
  if (!pattern) return [{ text, matches: false }]
  const folded = foldText(text)
  const placeOf = (at: number): number => folded.offsets?.[at] ?? at
  const pieces: TextPiece[] = []
  let end = 0
  for (const match of folded.text.matchAll(pattern)) {
    const start = placeOf(match.index)
    if (start > end) pieces.push({ text: text.slice(end, start), matches: false })
    end = placeOf(match.index + match[0].length)
    pieces.push({ text: text.slice(start, end), matches: true })
  }
  if (end < text.length) pieces.push({ text: text.slice(end), matches: false })
  return pieces
}
