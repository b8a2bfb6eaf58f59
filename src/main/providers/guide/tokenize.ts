/** The forms of one word that a text may use. Most words have one. */
export type Word = readonly string[]

/** Returns the words of a text that carry its topic. */
export type Tokenize = (text: string) => Word[]

/** Long enough to distinguish words, short enough to drop most endings, in any alphabet. */
const stemLength = 6
const withoutSpaces = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u
/** Japanese particles and endings, which are almost the only short runs of hiragana. */
const grammar = /^\p{Script=Hiragana}{1,3}$/u
/** French elision: l’ordinateur, d'une, qu'il. */
const frenchElision = /^(?:[cdjlmnst]|qu)['’](?=\p{Letter})/u
/** The Arabic article, with attached "and", "with" or "for". */
const arabicArticle = /^(?:[وفبك]?ال|و?لل)(?=\p{Script=Arabic}{3})/u
/** Arabic particles without the article. Many words begin with these letters anyway. */
const arabicParticle = /^[وفبكل](?=\p{Script=Arabic}{4})/u
/** Arabic feminine, dual and plural endings, then possessive suffixes. */
const arabicEnding = /(?<=^\p{Script=Arabic}{3,})(?:ات|ون|ين|ان|[ةت])?(?:ها|هم|كم|نا|[يىكها])?$/u
/** Russian case and gender endings, after "й" and "ё" have lost their marks. */
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
  // Korean endings and Chinese compounds change word boundaries, so compare pairs as well.
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
