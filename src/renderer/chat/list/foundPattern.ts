import { letter, wordLetter } from '../../../shared/knowledge/letters.ts'
import { readTerms } from '../../../shared/knowledge/searchTokens.ts'
import type { SearchTerm, TermPiece } from '../../../shared/knowledge/searchTokens.ts'

let latest: { query: string; pattern: RegExp | undefined } = { query: '', pattern: undefined }

/**
 * Returns the pattern for a search's matches in folded text: words at their beginning, symbols and
 * letters of scripts without spaces anywhere. Undefined for a query without words.
 */
export function foundPattern(query: string): RegExp | undefined {
  if (latest.query === query) return latest.pattern
  const terms = readTerms(query)
  const words = terms.filter(({ tokens }) => tokens.length > 0)
  // If there are words, the search ignores the terms that its index does not have.
  const sources = (words.length > 0 ? words : terms).map(patternOf)
  // The longest goes first, or only its beginning would be marked.
  const source = sources.toSorted((one, other) => other.length - one.length).join('|')
  const pattern = source === '' ? undefined : new RegExp(source, 'gv')
  latest = { query, pattern }
  return pattern
}

function patternOf({ pieces }: SearchTerm): string {
  return pieces
    .map(({ text, kind, isWhole, isJoined }, index) => {
      const gap = index === 0 ? '' : gapBefore(kind, isJoined)
      const start = kind === 'word' ? `(?<!${wordLetter})` : ''
      return `${gap}${start}${RegExp.escape(text)}${isWhole ? `(?!${wordLetter})` : ''}`
    })
    .join('')
}

function gapBefore(kind: TermPiece['kind'], isJoined: boolean): string {
  if (!isJoined) return `[^${letter}]*`
  return kind === 'sign' ? String.raw`\\?` : String.raw`[\ufe0e\ufe0f]?`
}
