// oxlint-disable-next-line typescript/triple-slash-reference -- the tests, a project of their own, need it too
/// <reference path="./snowballStemmers.d.ts" />
import { newStemmer } from 'snowball-stemmers'
import { foldedText } from '../../../../shared/knowledge/textSearch.ts'

/** The stemmers by the languages that `detectLanguage` returns. */
const algorithms: Readonly<Record<string, string>> = {
  ar: 'arabic',
  de: 'german',
  en: 'english',
  es: 'spanish',
  fi: 'finnish',
  fr: 'french',
  hu: 'hungarian',
  it: 'italian',
  nl: 'dutch',
  no: 'norwegian',
  pt: 'portuguese',
  ro: 'romanian',
  ru: 'russian',
  sv: 'swedish',
  tr: 'turkish',
}
const stemsKept = 50_000
const lettersOnly = /^[\p{L}\p{M}]+$/u

export type Stem = (word: string) => string

const stems = new Map<string, Stem>()

/** Returns the function that takes endings and accents off words of a language, if it is known. */
export function stemmer(language: string): Stem {
  let stem = stems.get(language)
  if (!stem) {
    stem = createStem(algorithms[language])
    stems.set(language, stem)
  }
  return stem
}

function createStem(algorithm: string | undefined): Stem {
  if (algorithm === undefined) return (word) => word
  const made = newStemmer(algorithm)
  let known = new Map<string, string>()
  /** The stems of the time before: frequent words are taken over. */
  let older = known
  return (word) => {
    const before = known.get(word)
    if (before !== undefined) return before
    // A name with digits has no ending.
    const stem =
      older.get(word) ?? foldedText(lettersOnly.test(word) ? made.stem(word) || word : word)
    if (known.size >= stemsKept) {
      older = known
      known = new Map()
    }
    known.set(word, stem)
    return stem
  }
}
