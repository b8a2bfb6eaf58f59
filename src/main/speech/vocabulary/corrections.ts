import { editDistance } from '../../../shared/editDistance.ts'
import { maxWordLength } from '../../../shared/limits.ts'

export interface Correction {
  heard: string
  corrected: string
}

/** A change in a longer text counts as rewriting. */
const wordsCompared = 2000
const maxCorrectedWords = 3
const maxChangedWords = 8
/** Misheard words are spelled similarly. Rewritten words are not. */
const minLikeness = 0.6

/** Returns words that were replaced by similar ones: misheard rather than rewritten. */
export function correctionsBetween(before: string, after: string): Correction[] {
  const old = wordsOf(before)
  const young = wordsOf(after)
  if (old.length > wordsCompared || young.length > wordsCompared) return []
  return changesBetween(old, young)
    .flatMap((change) => likeliestOf(change) ?? [])
    .filter(isLikely)
}

/** A word with its position, for cutting out the text between two words. */
interface Word {
  text: string
  start: number
  whole: string
}

interface Change {
  removed: Word[]
  added: Word[]
}

function wordsOf(whole: string): Word[] {
  const segments = new Intl.Segmenter(undefined, { granularity: 'word' }).segment(whole)
  return [...segments]
    .filter(({ isWordLike }) => isWordLike)
    .map(({ segment: text, index: start }) => ({ text, start, whole }))
}

function textOf(words: readonly Word[]): string {
  const [first, last] = [words[0], words.at(-1)]
  return first && last ? first.whole.slice(first.start, last.start + last.text.length) : ''
}

/** Returns the most similar part of a change. Words beside it may have been changed too. */
function likeliestOf({ removed, added }: Change): Correction | undefined {
  if (removed.length > maxChangedWords || added.length > maxChangedWords) return undefined
  let best: { correction: Correction; score: number } | undefined
  for (const heardWords of stretchesOf(removed)) {
    for (const correctedWords of stretchesOf(added)) {
      const correction = {
        heard: textOf(heardWords).toLowerCase(),
        corrected: textOf(correctedWords),
      }
      // Prefers the longer of two equally similar parts.
      const score = likenessOf(correction) + heardWords.length * 0.05
      if (!best || score > best.score) best = { correction, score }
    }
  }
  return best?.correction
}

function stretchesOf(words: readonly Word[]): Word[][] {
  return words.flatMap((_, start) =>
    Array.from({ length: maxCorrectedWords }, (_length, index) => start + index + 1)
      .filter((end) => end <= words.length)
      .map((end) => words.slice(start, end)),
  )
}

/** Returns the changes between the words of the longest common subsequence. */
function changesBetween(old: readonly Word[], young: readonly Word[]): Change[] {
  const width = young.length + 1
  const lengths = new Uint16Array((old.length + 1) * width)
  const same = (one: number, other: number): boolean => old[one]?.text === young[other]?.text
  const at = (one: number, other: number): number => lengths[one * width + other] ?? 0
  for (let one = old.length - 1; one >= 0; one -= 1) {
    for (let other = young.length - 1; other >= 0; other -= 1) {
      lengths[one * width + other] = same(one, other)
        ? at(one + 1, other + 1) + 1
        : Math.max(at(one + 1, other), at(one, other + 1))
    }
  }
  const changes: Change[] = []
  let change: Change = { removed: [], added: [] }
  let [one, other] = [0, 0]
  while (one < old.length || other < young.length) {
    const [removed, added] = [old[one], young[other]]
    if (removed && added && same(one, other)) {
      changes.push(change)
      change = { removed: [], added: [] }
      one += 1
      other += 1
    } else if (removed && (!added || at(one + 1, other) >= at(one, other + 1))) {
      change.removed.push(removed)
      one += 1
    } else if (added) {
      change.added.push(added)
      other += 1
    }
  }
  return [...changes, change]
}

function isLikely({ heard, corrected }: Correction): boolean {
  if (heard.length > maxWordLength || corrected.length > maxWordLength) return false
  // A moved start of a sentence changes capitals without a mishearing.
  if (heard === corrected.toLowerCase()) return /\p{Lu}.*\p{Lu}|\p{Ll}\p{Lu}/u.test(corrected)
  return likenessOf({ heard, corrected }) >= minLikeness
}

/** Returns the similarity, from 0 to 1. */
function likenessOf({ heard, corrected }: Correction): number {
  const longest = Math.max(heard.length, corrected.length)
  return 1 - editDistance(heard, corrected.toLowerCase()) / longest
}
