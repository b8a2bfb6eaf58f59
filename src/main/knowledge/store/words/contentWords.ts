import { functionWords } from './functionWords.ts'
import { queryWords } from './wordTokens.ts'

const wordPattern = /[\p{L}\p{N}\p{M}]+/gu

/** Returns the stems of what a text says, without the small words of its language. */
export function contentWords(text: string, language: string): string[] {
  const small = functionWords[language]
  const said = text.replaceAll(wordPattern, (word) => (small?.has(word.toLowerCase()) ? ' ' : word))
  return queryWords(said, language)
}
