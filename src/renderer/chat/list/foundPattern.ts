import { letter, readTerms, wordLetter } from '../../../shared/searchTokens.ts'
import type { SearchTerm } from '../../../shared/searchTokens.ts'

let latest: { query: string; pattern: RegExp | undefined } = { query: '', pattern: undefined }

/**
 * Finds in folded text what a search took for its words: a word at its beginning, letters of
 * scripts without spaces and symbols anywhere. Undefined for a query without words.
 */
export function foundPattern(query: string): RegExp | undefined {
  if (latest.query === query) return latest.pattern
  const terms = readTerms(query)
  const words = terms.filter(({ tokens }) => tokens.length > 0)
  // Beside words, the search leaves out of account what its index does not know.
  const sources = (words.length > 0 ? words : terms).map(patternOf)
  // The longest is tried first, or its beginning would be marked alone.
  const source = sources.toSorted((one, other) => other.length - one.length).join('|')
  const pattern = source === '' ? undefined : new RegExp(source, 'gv')
  latest = { query, pattern }
  return pattern
}

function patternOf({ pieces }: SearchTerm): string {
  return pieces
    .map(({ text, kind, isWhole, isJoined }, index) => {
      const gap = index === 0 ? '' : isJoined ? '[\\ufe0e\\ufe0f]?' : `[^${letter}]*`
      const start = kind === 'word' ? `(?<!${wordLetter})` : ''
      return `${gap}${start}${RegExp.escape(text)}${isWhole ? `(?!${wordLetter})` : ''}`
    })
    .join('')
}
