/** A word in the forms in which it may be met; most words have one. */
export type Word = readonly string[]

/** The words of a text that say what it is about. */
export type Tokenize = (text: string) => Word[]

/** Long enough to tell words apart, short enough to drop most endings, in any alphabet. */
const stemLength = 6
const withoutSpaces = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u
/** Japanese writes its particles and endings so, and hardly anything else. */
const grammar = /^\p{Script=Hiragana}{1,3}$/u
/** French joins its short words to the next one: l’ordinateur, d'une, qu'il. */
const frenchElision = /^(?:[cdjlmnst]|qu)['’](?=\p{Letter})/u
/** Arabic writes "the", and "and", "with" or "for" before it, together with the word. */
const arabicArticle = /^(?:[وفبك]?ال|و?لل)(?=\p{Script=Arabic}{3})/u
/** The same without "the"; many words begin with these letters by themselves. */
const arabicParticle = /^[وفبكل](?=\p{Script=Arabic}{4})/u
/** Feminine, dual and plural endings, then "my", "your", "its" and the like. */
const arabicEnding = /(?<=^\p{Script=Arabic}{3,})(?:ات|ون|ين|ان|[ةت])?(?:ها|هم|كم|نا|[يىكها])?$/u
/** Russian cases and genders, once "й" and "ё" have lost their marks. */
const russianEnding = /(?<=^\p{Script=Cyrillic}{3,})[аеиоуыьюя]{1,2}(?:ми|го|му|[вмх])?$/u

export function createTokenizer(locale: string, stopWords: ReadonlySet<string>): Tokenize {
  const segmenter = new Intl.Segmenter(locale, { granularity: 'word' })
  return (text) => {
    const words: Word[] = []
    for (const { segment, isWordLike } of segmenter.segment(text.normalize('NFKC'))) {
      const word = segment.toLowerCase().replace(frenchElision, '')
      if (!isWordLike || stopWords.has(word) || grammar.test(word)) continue
      words.push(formsOf(word))
    }
    return words
  }
}

function formsOf(word: string): Word {
  // Korean endings and Chinese compounds cut words differently each time: compare pairs as well.
  if (withoutSpaces.test(word)) return word.length <= 2 ? [word] : [word, ...pairsOf(word)]
  const plain = word.normalize('NFD').replace(/\p{Mark}/gu, '')
  return arabicParticle.test(plain) && !arabicArticle.test(plain)
    ? [stem(plain), stem(plain.slice(1))]
    : [stem(plain.replace(arabicArticle, ''))]
}

function pairsOf(word: string): string[] {
  return Array.from({ length: word.length - 1 }, (_, index) => word.slice(index, index + 2))
}

function stem(word: string): string {
  if (word.length <= 3) return word
  const singular = word
    .replace(/(?<=[^s])s$/, '')
    .replace(arabicEnding, '')
    .replace(russianEnding, '')
  return singular.slice(0, stemLength)
}
