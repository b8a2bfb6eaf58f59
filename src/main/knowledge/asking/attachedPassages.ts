import { setImmediate as nextTurn } from 'node:timers/promises'
import { dropOldest } from '../../../shared/dropOldest.ts'
import type { Attachment } from '../../../shared/chat/parts.ts'
import type { Passage } from '../readDocument.ts'
import { contentWords } from '../store/words/contentWords.ts'
import { detectLanguage } from '../store/words/detectLanguage.ts'
import { queryWords } from '../store/words/wordTokens.ts'
import { maxPassages, passageTokens } from './choosePassages.ts'
import type { GroundPassage } from './givenPassages.ts'
import type { WeightedQuery } from './questionQueries.ts'

export interface AttachedText {
  text: string
  passages: readonly Passage[]
}

/** Reads and cuts an attached file. Errors: attachmentMissing, those of a document. */
export type ReadAttached = (file: Attachment) => Promise<AttachedText>

interface AttachedQuestion {
  files: readonly Attachment[]
  queries: readonly WeightedQuery[]
  maxTokens: number
  signal: AbortSignal
}

/** Longest stretch that reading a document may block main. */
const breakMilliseconds = 8
const textsKept = 3
// The usual values of BM25.
const saturation = 1.2
const lengthShare = 0.75

/**
 * Returns the passages of attached files whose words fit a question best, in their order. Of files
 * of which none fits, as for "Summarize this", their beginnings.
 */
export async function attachedPassages(
  { files, queries, maxTokens, signal }: AttachedQuestion,
  read: ReadAttached,
): Promise<GroundPassage[]> {
  const all: GroundPassage[] = []
  for (const file of files) {
    const { text, passages } = await read(file)
    for (const { start, end, page, headings } of passages) {
      const given = { place: null, page, sourceName: file.name, baseName: '' }
      all.push({ ...given, headings: [...headings], text: text.slice(start, end) })
    }
  }
  const scores = await scoresOf(all, queries, signal)
  const fitting = [...all.keys()].filter((index) => (scores[index] ?? 0) > 0)
  const best = fitting.sort((one, other) => (scores[other] ?? 0) - (scores[one] ?? 0))
  const chosen: number[] = []
  let tokens = 0
  for (const index of best.length > 0 ? best : all.keys()) {
    const passage = all[index]
    if (!passage || chosen.length === maxPassages) break
    const size = passageTokens(passage)
    if (tokens + size > maxTokens) continue
    tokens += size
    chosen.push(index)
  }
  return chosen.sort((one, other) => one - other).flatMap((index) => all[index] ?? [])
}

/** Returns how well each passage fits the queries by its words (BM25). */
async function scoresOf(
  passages: readonly GroundPassage[],
  queries: readonly WeightedQuery[],
  signal: AbortSignal,
): Promise<number[]> {
  const language = detectLanguage(passages.map(({ text }) => text).join('\n'))
  const weights = new Map<string, number>()
  for (const { query, weight } of queries) {
    for (const word of contentWords(query, language)) {
      weights.set(word, Math.max(weight, weights.get(word) ?? 0))
    }
  }
  const counted: { counts: Map<string, number>; length: number }[] = []
  let pause = performance.now() + breakMilliseconds
  for (const { headings, text } of passages) {
    const words = queryWords([...headings, text].join('\n'), language)
    const counts = new Map<string, number>()
    for (const word of words) if (weights.has(word)) counts.set(word, (counts.get(word) ?? 0) + 1)
    counted.push({ counts, length: words.length })
    if (performance.now() < pause) continue
    await nextTurn()
    signal.throwIfAborted()
    pause = performance.now() + breakMilliseconds
  }
  const average = counted.reduce((sum, { length }) => sum + length, 0) / counted.length
  for (const [word, weight] of weights) {
    const having = counted.filter(({ counts }) => counts.has(word)).length
    weights.set(word, weight * Math.log(1 + (counted.length - having + 0.5) / (having + 0.5)))
  }
  return counted.map(({ counts, length }) => {
    const norm = saturation * (1 - lengthShare + (lengthShare * length) / average)
    return [...counts].reduce((score, [word, count]) => {
      return score + ((weights.get(word) ?? 0) * count * (saturation + 1)) / (count + norm)
    }, 0)
  })
}

/** Remembers the last files, which each question of a chat reads again. */
export function rememberAttached(read: ReadAttached): ReadAttached {
  const known = new Map<string, Promise<AttachedText>>()
  return (file) => {
    const reading = known.get(file.id) ?? read(file)
    known.delete(file.id)
    known.set(file.id, reading)
    dropOldest(known, textsKept)
    reading.catch(() => known.delete(file.id))
    return reading
  }
}
