import { indexTokens, wordLetter } from '../../../../shared/searchTokens.ts'
import { stemmer } from './stems.ts'

const wordPattern = new RegExp(`${wordLetter}{1,64}`, 'gv')
const spacelessPair = /^\P{ASCII}{2}$/u

/**
 * Returns the tokens of a text for the index, separated by spaces: stems of words, and overlapping
 * pairs of letters of scripts without spaces.
 */
export function wordTokens(text: string, language: string): string {
  const stem = stemmer(language)
  // The endings of many languages have accents, which the index's tokens have not.
  const stemmed = text.normalize('NFKC').toLowerCase().replaceAll(wordPattern, stem)
  return indexTokens(stemmed)
}

/** One word of a question: its stem in each of the languages. Any of them is a match. */
export type QueryTerm = readonly string[]

/** Returns the distinct words of a question, as the index has them. */
export function queryTerms(query: string, languages: readonly string[]): QueryTerm[] {
  const well = query.toWellFormed()
  const spellings = (languages.length > 0 ? languages : ['']).map((language) =>
    withoutLastLetters(wordTokens(well, language).split(' ')),
  )
  const terms = new Map<string, QueryTerm>()
  for (const [index, first] of (spellings[0] ?? []).entries()) {
    if (first === '') continue
    const term = [...new Set(spellings.map((tokens) => tokens[index] ?? first))]
    terms.set(term.join(' '), term)
  }
  return [...terms.values()]
}

/**
 * The last letter of a run is a token of its own in the index, for what begins with it. In a
 * question it would only ask for texts whose run ends there.
 */
function withoutLastLetters(tokens: readonly string[]): string[] {
  return tokens.filter((token, index) => {
    const before = tokens[index - 1]
    const isLast = before !== undefined && spacelessPair.test(before) && before.endsWith(token)
    return !isLast
  })
}
