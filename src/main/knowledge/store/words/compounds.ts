import type { Database } from '../../../storage/connection.ts'
import type { Steps } from '../runSteps.ts'
import { readText } from '../sourceText.ts'
import { stemmer } from './stems.ts'
import { documentFrequency, longerTokens, reverse, tokensEndingWith } from './termFrequency.ts'
import { wordTokens } from './wordTokens.ts'

/** Languages that write compounds as one word, such as Hauptschlüssel. */
const compounding: readonly string[] = ['da', 'de', 'fi', 'hu', 'nl', 'no', 'sv']
/** Shorter pieces are endings or chance. */
const minPieceLength = 3
const minCompoundLength = 2 * minPieceLength
/** Stands before a word to make it a long one. */
const anyHalf = 'konto'
/** A piece that is in more words than this tells little. */
const maxCompounds = 60

/**
 * Returns the tokens that stand for parts of a question's words: longer words that begin or end with
 * one, and the two halves of one that is a compound itself.
 */
export function compoundTokens(
  database: Database,
  words: readonly string[],
  language: string,
): string[] {
  if (!compounding.includes(language)) return []
  const own = new Set(words)
  const isKnown = (token: string): boolean => documentFrequency(database, token) > 0
  const found = words.flatMap((word) => [
    ...longerWords(database, word, language),
    ...halvesOf(splitsOf(word, language), isKnown),
  ])
  return [...new Set(found)].filter((token) => !own.has(token))
}

/** Returns the tokens of compounds that begin or end with a word. */
function longerWords(database: Database, word: string, language: string): string[] {
  const ends = endsOf(word, language)
  if (ends.length === 0) return []
  return [
    ...longerTokens(database, word, maxCompounds),
    ...ends.flatMap((end) => tokensEndingWith(database, end, maxCompounds)),
  ].filter((token) => token.length >= word.length)
}

/** Returns the ends of compounds with a word as their last half; none for what is no such word. */
export function endsOf(word: string, language: string): string[] {
  if (word.length < minPieceLength || !compounding.includes(language)) return []
  return [...new Set([word, endStem(word, language)])]
}

/** A long word loses endings that a short one keeps: Rechnung is a stem, Zahnarztrechn another. */
function endStem(word: string, language: string): string {
  const stem = stemmer(language)(`${anyHalf}${word}`)
  return stem.length >= anyHalf.length + minPieceLength ? stem.slice(anyHalf.length) : word
}

type Split = readonly [left: string, right: string]

/** Returns the tokens of two halves for each place where a word may be cut. */
export function splitsOf(word: string, language: string): Split[] {
  if (!compounding.includes(language)) return []
  const stem = stemmer(language)
  const splits: Split[] = []
  for (let at = minPieceLength; at <= word.length - minPieceLength; at += 1) {
    // The stemmer takes off the letter that joins the halves, too.
    splits.push([stem(word.slice(0, at)), word.slice(at)])
  }
  return splits
}

/** Returns the halves of a compound; empty if no two known words make it up. */
export function halvesOf(splits: readonly Split[], isKnown: (token: string) => boolean): string[] {
  let best: readonly string[] = []
  let bestLength = 0
  for (const [left, right] of splits) {
    const length = Math.min(left.length, right.length)
    if (length <= bestLength || !isKnown(right) || !isKnown(left)) continue
    best = [left, right]
    bestLength = length
  }
  return [...best]
}

/** Returns the words among tokens that may be compounds, turned round. */
export function reversedEnds(tokens: string, language: string): string[] {
  if (!compounding.includes(language)) return []
  const words = tokens
    .split(' ')
    .filter((token) => token.length >= minCompoundLength && /^\p{L}+$/u.test(token))
  return [...new Set(words)].map(reverse)
}

/** Returns a function that records the ends of a passage's words, once each. */
export function createEndRecorder(database: Database, language: string): (tokens: string) => void {
  const known = new Set<string>()
  return (tokens) => {
    for (const reversed of reversedEnds(tokens, language)) {
      if (known.has(reversed)) continue
      known.add(reversed)
      database.run('INSERT OR IGNORE INTO word_end (reversed) VALUES (?)', reversed)
    }
  }
}

/** Records the ends of words of sources that were put before there was a table of them. */
export function* recordEarlierEnds(database: Database): Steps {
  for (;;) {
    const row = database.get(
      `SELECT number, language FROM indexed_source
       WHERE has_word_ends = 0 AND is_live = 1
         AND language IN (SELECT value FROM json_each(?)) LIMIT 1`,
      JSON.stringify(compounding),
    )
    if (!row) return
    yield* recordSource(database, Number(row['number']), String(row['language']))
  }
}

function* recordSource(database: Database, source: number, language: string): Steps {
  const record = createEndRecorder(database, language)
  for (const row of database.all('SELECT start, "end" FROM passage WHERE source = ?', source)) {
    const text = readText(database, source, Number(row['start']), Number(row['end']))
    record(wordTokens(text, language))
    yield
  }
  database.run('UPDATE indexed_source SET has_word_ends = 1 WHERE number = ?', source)
  yield
}
