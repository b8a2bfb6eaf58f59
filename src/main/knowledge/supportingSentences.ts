import { sentences } from './cutting/sentences.ts'
import { contentWords } from './store/words/contentWords.ts'
import { detectLanguage } from './store/words/detectLanguage.ts'

interface Range {
  start: number
  end: number
}

/** A sentence that says nearly as much as the best one supports the claim as well. */
const nearlyBest = 0.8
/** One that says so much of the rest supports it together with the best one. */
const minAddedShare = 0.3
/** The best sentence has at least so much of what the passage shares with the claim. */
const minShare = 0.5
const maxSentences = 3
/** Rows and points of lists are sentences of their own. */
const lineItem = /\n(?=[ \t]*(?:[-*+•|#]|\d{1,3}[.)])[ \t]*\S)/g

/**
 * Returns where the sentences of a passage stand that share most of their words with a claim,
 * whatever their endings; undefined if that is unclear. A rare word of the passage counts more.
 */
export function supportingSentences(passage: string, claim: string): Range | undefined {
  const language = detectLanguage(passage)
  const claimed = new Set(contentWords(claim, language))
  const ranges = sentencesOf(passage)
  const found = ranges.map(({ start, end }) => {
    return new Set(contentWords(passage.slice(start, end), language)).intersection(claimed)
  })
  const weights = new Map<string, number>()
  for (const word of claimed) {
    const count = found.filter((words) => words.has(word)).length
    if (count > 0) weights.set(word, Math.log(1 + ranges.length / count))
  }
  const scores = found.map((words) => weightOf(words, weights))
  const whole = weightOf(new Set(weights.keys()), weights)
  const best = Math.max(0, ...scores)
  if (best === 0 || best < whole * minShare) return undefined
  const bestWords = found[scores.indexOf(best)] ?? new Set()
  const supports = found.map((words, index) => {
    const added = weightOf(words.difference(bestWords), weights)
    return (scores[index] ?? 0) >= best * nearlyBest || added >= whole * minAddedShare
  })
  const first = supports.indexOf(true)
  const last = supports.lastIndexOf(true)
  // One range would also mark the sentences between supports that are not adjacent.
  const areTogether = supports.slice(first, last + 1).every(Boolean)
  if (!areTogether || last - first >= maxSentences) return undefined
  const [from, till] = [ranges[first], ranges[last]]
  return from && till && { start: from.start, end: till.end }
}

/** Returns the sentences of a passage without the space around them. */
function sentencesOf(passage: string): Range[] {
  const edges = [0, ...Array.from(passage.matchAll(lineItem), ({ index }) => index), passage.length]
  return edges.slice(1).flatMap((end, index) =>
    sentences(passage, edges[index] ?? 0, end).flatMap((range) => {
      const text = passage.slice(range.start, range.end)
      const start = range.start + text.length - text.trimStart().length
      return text.trim() === '' ? [] : [{ start, end: start + text.trim().length }]
    }),
  )
}

function weightOf(words: ReadonlySet<string>, weights: ReadonlyMap<string, number>): number {
  return [...words].reduce((sum, word) => sum + (weights.get(word) ?? 0), 0)
}
