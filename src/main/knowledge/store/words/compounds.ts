import type { Database } from '../../../storage/connection.ts'
import type { Steps } from '../runSteps.ts'
import { readText } from '../sourceText.ts'
import { stemmer } from './stems.ts'
import { documentFrequency, longerTokens, reverse, tokensEndingWith } from './termFrequency.ts'
import { wordTokens } from './wordTokens.ts'

/** Languages that write compounds as one word, such as Hauptschlüssel. */
const compounding: readonly string[] = ['da', 'de', 'fi', 'hu', 'nl', 'no', 'sv']
/** Shorter pieces are endings or chance. */
const pieceMinimum = 3
const compoundMinimum = 2 * pieceMinimum
/** Stands before a word to make it a long one. */
const anyHalf = 'konto'
/** A piece that is in more words than this tells little. */
const compoundsMaximum = 60

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
  const found = words.flatMap((word) => [
    ...longerWords(database, word, language),
    ...halvesOf(database, word, language),
  ])
  return [...new Set(found)].filter((token) => !own.has(token))
}

/** Returns the tokens of compounds that begin or end with a word. */
function longerWords(database: Database, word: string, language: string): string[] {
  if (word.length < pieceMinimum) return []
  const ends = new Set([word, endStem(word, language)])
  return [
    ...longerTokens(database, word, compoundsMaximum),
    ...[...ends].flatMap((end) => tokensEndingWith(database, end, compoundsMaximum)),
  ].filter((token) => token.length >= word.length)
}

/** A long word loses endings that a short one keeps: Rechnung is a stem, Zahnarztrechn another. */
function endStem(word: string, language: string): string {
  const stem = stemmer(language)(`${anyHalf}${word}`)
  return stem.length >= anyHalf.length + pieceMinimum ? stem.slice(anyHalf.length) : word
}

/** Returns the halves of a compound as tokens; empty if no two known words make it up. */
function halvesOf(database: Database, word: string, language: string): string[] {
  const stem = stemmer(language)
  let best: string[] = []
  let bestLength = 0
  for (let at = pieceMinimum; at <= word.length - pieceMinimum; at += 1) {
    // The stemmer takes off the letter that joins the halves, too.
    const left = stem(word.slice(0, at))
    const right = word.slice(at)
    const length = Math.min(left.length, right.length)
    if (length <= bestLength) continue
    if (documentFrequency(database, right) === 0 || documentFrequency(database, left) === 0)
      continue
    best = [left, right]
    bestLength = length
  }
  return best
}

/** Returns a function that records the ends of a passage's words, once each. */
export function createEndRecorder(database: Database, language: string): (tokens: string) => void {
  if (!compounding.includes(language)) return () => undefined
  const known = new Set<string>()
  return (tokens) => {
    for (const token of tokens.split(' ')) {
      if (token.length < compoundMinimum || known.has(token) || !/^\p{L}+$/u.test(token)) continue
      known.add(token)
      database.run('INSERT OR IGNORE INTO word_end (reversed) VALUES (?)', reverse(token))
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
