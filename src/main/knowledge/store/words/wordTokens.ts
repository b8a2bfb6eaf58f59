import { wordLetter } from '../../../../shared/knowledge/letters.ts'
import { indexTokens } from '../../../../shared/knowledge/searchTokens.ts'
import { stemmer } from './stems.ts'

const wordPattern = new RegExp(`${wordLetter}{1,64}`, 'gv')
const spacelessPair = /^\P{ASCII}{2}$/u
/** Names such as C++, g++, C# and F#, of whose signs the index has no tokens. */
const signedName = new RegExp(
  String.raw`(?<!${wordLetter})(?<name>${wordLetter}{1,12})(?<sign>\+\+|[#♯])(?!${wordLetter})`,
  'gv',
)
/** Names such as .NET. */
const dottedName = new RegExp(
  String.raw`(?<![${wordLetter}.\/\\])\.(?<name>\p{L}${wordLetter}{1,12})`,
  'gv',
)
const hasSign = /\+\+|[#♯]|\.\p{L}/v

/**
 * Returns the tokens of a text for the index, separated by spaces: stems of words, and overlapping
 * pairs of letters of scripts without spaces. A name with signs has a token with their names, too.
 */
export function wordTokens(text: string, language: string): string {
  const stem = stemmer(language)
  // The endings of many languages have accents, which the index's tokens have not.
  const lower = text.normalize('NFKC').toLowerCase()
  return indexTokens(withNames(lower).replaceAll(wordPattern, stem))
}

function withNames(text: string): string {
  if (!hasSign.test(text)) return text
  return text
    .replaceAll(signedName, (whole, name: string, sign: string) => {
      return `${whole} ${name}${sign === '++' ? 'plusplus' : 'sharp'}`
    })
    .replaceAll(dottedName, (whole, name: string) => `${whole} dot${name}`)
}

/** Returns the words of a question in their order, as the index has those of a language. */
export function queryWords(query: string, language: string): string[] {
  const tokens = wordTokens(query.toWellFormed(), language).split(' ')
  return withoutLastLetters(tokens.filter((token) => token !== ''))
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
