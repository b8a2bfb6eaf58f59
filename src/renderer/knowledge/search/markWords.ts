import { foldText } from '../../../shared/knowledge/textSearch.ts'
import type { MarkedPiece } from '../../ui/markPieces.ts'

/**
 * Cuts a text where words of the query begin a word, so that these can be marked. Case and accents
 * don't count. In scripts without spaces a word may stand anywhere.
 */
export function markWords(text: string, query: string): MarkedPiece[] {
  const words = foldText(query.toWellFormed()).text.match(/[\p{L}\p{N}]+/gu) ?? []
  const wanted = [...new Set(words)].filter((word) => word.length > 1 || isWordAlone(word))
  if (wanted.length === 0) return [{ piece: text, isMarked: false }]
  const longestFirst = wanted.toSorted((one, other) => other.length - one.length)
  const spaced = longestFirst.map((word) =>
    isWordAlone(word) ? RegExp.escape(word) : `(?<![\\p{L}\\p{N}])${RegExp.escape(word)}`,
  )
  const pattern = new RegExp(spaced.join('|'), 'gu')
  const folded = foldText(text)
  const original = (offset: number): number => folded.offsets?.[offset] ?? offset
  const pieces: MarkedPiece[] = []
  let end = 0
  for (const match of folded.text.matchAll(pattern)) {
    const from = original(match.index)
    const to = original(match.index + match[0].length)
    if (from < end || to === from) continue
    if (from > end) pieces.push({ piece: text.slice(end, from), isMarked: false })
    pieces.push({ piece: text.slice(from, to), isMarked: true })
    end = to
  }
  if (end < text.length) pieces.push({ piece: text.slice(end), isMarked: false })
  return pieces
}

function isWordAlone(word: string): boolean {
  return /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u.test(
    word,
  )
}
