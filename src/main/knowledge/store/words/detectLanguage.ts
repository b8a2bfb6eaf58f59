import { detect } from 'tinyld/light'
import { functionWords } from './functionWords.ts'

const sampleLength = 1000
const samples = 5
/** The least part of a text's words that tells its language. Lists and code have fewer. */
const minFunctionWords = 0.08

/** Characters of code, addresses and tables. */
const codeCharacters = /[^\p{L}\p{M}\s.,;:!?'"’“”„«»()–-]|\S[.:_]\S/gu
/** The largest part of them in prose. */
const maxCodeShare = 0.01

/** Weight of each function word: one divided by the number of languages that have it. */
const weights = new Map<string, number>()
for (const words of Object.values(functionWords)) {
  for (const word of words) weights.set(word, (weights.get(word) ?? 0) + 1)
}
for (const [word, languages] of weights) weights.set(word, 1 / languages)

/**
 * Returns the language of a text as two letters, such as `de`; empty if it can't be told. In Latin
 * letters function words decide, since statistics of letters take names and code for any language.
 * They are asked for a line of prose without function words. Code counts as English.
 */
export function detectLanguage(text: string): string {
  const taken = sample(text)
  const words = taken.toLowerCase().match(/\p{L}+/gu) ?? []
  const latin = words.filter((word) => /^\p{Script=Latin}/u.test(word))
  if (latin.length * 2 <= words.length) return detect(taken)
  return languageOfWords(latin) ?? (isProse(taken) ? detect(taken) : 'en')
}

function languageOfWords(written: readonly string[]): string | undefined {
  let best: { language: string | undefined; part: number } = {
    language: undefined,
    part: minFunctionWords,
  }
  for (const [language, words] of Object.entries(functionWords)) {
    const found = written.reduce(
      (sum, word) => sum + (words.has(word) ? (weights.get(word) ?? 0) : 0),
      0,
    )
    if (found / written.length > best.part) best = { language, part: found / written.length }
  }
  return best.language
}

function isProse(text: string): boolean {
  return (text.match(codeCharacters)?.length ?? 0) <= text.length * maxCodeShare
}

/** A title page or a licence may be in another language, so it takes pieces of the whole text. */
function sample(text: string): string {
  if (text.length <= sampleLength * samples) return text
  const step = Math.floor((text.length - sampleLength) / (samples - 1))
  return Array.from({ length: samples }, (_, index) =>
    text.slice(index * step, index * step + sampleLength),
  ).join('\n')
}
