import { maxQueryLength } from '../../../shared/limits.ts'

/** A query with its weight among the queries of one question. */
export interface WeightedQuery {
  query: string
  weight: number
}

/** A question with fewer words of content hardly says what it is about. */
const minContentWords = 3
/** Earlier questions that a short one may refer to. */
const maxEarlierQuestions = 3
const letterPairs =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u

/**
 * Returns what to search for a question. `questions` are the user's, the oldest first, with the
 * one to answer at the end. A follow-up is searched alone and together with what it refers to: "And
 * in 2023?" says little without the question before it, a new subject says all by itself.
 */
export function questionQueries(questions: readonly string[]): WeightedQuery[] {
  const question = questions.at(-1)?.trim() ?? ''
  const earlier = questions.slice(0, -1).filter((text) => text.trim() !== '')
  if (question === '') return []
  const own = cut(question)
  if (earlier.length === 0) return [{ query: own, weight: 1 }]
  const isShort = contentWords(question) < minContentWords
  const joined = cut([...subjectOf(earlier), question].join('\n'))
  if (joined === own) return [{ query: own, weight: 1 }]
  return [
    { query: own, weight: isShort ? 0.4 : 1 },
    { query: joined, weight: isShort ? 1 : 0.4 },
  ]
}

/** Returns the last question, with those before it while they hardly say what they are about. */
function subjectOf(earlier: readonly string[]): string[] {
  const subject: string[] = []
  for (const text of earlier.slice(-maxEarlierQuestions).toReversed()) {
    subject.unshift(text.trim())
    if (contentWords(text) >= minContentWords) break
  }
  return subject
}

/** Counts words of at least four letters, or two in scripts that write more with each. */
function contentWords(text: string): number {
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })
  let count = 0
  for (const { segment, isWordLike } of segmenter.segment(text.slice(0, maxQueryLength))) {
    if (isWordLike && segment.length >= (letterPairs.test(segment) ? 2 : 4)) count += 1
  }
  return count
}

/** Keeps the beginning and the end of a long text, where a question stands. */
function cut(text: string): string {
  if (text.length <= maxQueryLength) return text
  const half = Math.floor((maxQueryLength - 1) / 2)
  return `${text.slice(0, half)} ${text.slice(-half)}`.toWellFormed()
}
