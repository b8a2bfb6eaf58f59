import type { Database } from '../../../storage/connection.ts'
import { compoundTokens } from './compounds.ts'
import { documentFrequency, prefixFrequency } from './termFrequency.ts'
import { queryWords } from './wordTokens.ts'

/** Words in a larger part of all passages are left out: they cost most and tell least. */
const commonPart = 0.1
/** With as few passages all words are asked for. */
const fewPassages = 5000
const maxTerms = 64
const minPrefixLength = 3
/** Weight of a word in the headings or the name; one in the text has 1. */
const headingWeight = 2
/** Weight of a part of a compound word; the word itself has 1. */
const compoundWeight = 0.1
/** FTS5's bm25 uses this value for a word that is in most passages. */
const minRarity = 1e-6

export interface WordQuery {
  query: string
  /** The languages of the sources that are searched. */
  languages: readonly string[]
  /** The number of all passages in the index. */
  passages: number
  /** Tells whether a passage's source is searched. */
  isAllowed: (passageId: number) => boolean
  limit: number
}

/**
 * Returns the ids of the passages that match the words of a question best, best first. The question
 * is stemmed in each language, and its stems are looked for in the sources of that language alone:
 * in another they are chance.
 */
export function searchWords(database: Database, given: WordQuery): number[] {
  const scores = new Map<number, number>()
  const frequencies = new Map<string, number>()
  const rowsWith = (token: string): number => {
    const rows = frequencies.get(token) ?? documentFrequency(database, token)
    frequencies.set(token, rows)
    return rows
  }
  const spellings = given.languages.map((language) => ({
    language,
    words: queryWords(given.query, language).slice(0, maxTerms),
  }))
  for (const { language, words } of spellings) {
    const isUnknown = (place: number): boolean =>
      spellings.every((spelling) => rowsWith(spelling.words[place] ?? '') === 0)
    const chosen = chooseTerms(database, words, { rowsWith, isUnknown, passages: given.passages })
    const parts = compoundTokens(database, words, language)
    const isOnly = given.languages.length === 1
    const fairness = isOnly ? 1 : fairnessOf(chosen, spellings, rowsWith, given.passages)
    for (const [terms, weight] of [
      [chosen, 1],
      [parts.map((token) => ({ token, isPrefix: false })), compoundWeight],
    ] as const) {
      const match = matchExpression(terms)
      for (const { id, score } of findRows(database, match, isOnly ? undefined : language, given)) {
        scores.set(id, (scores.get(id) ?? 0) + score * weight * fairness)
      }
    }
  }
  return [...scores]
    .toSorted(([, first], [, second]) => second - first)
    .slice(0, given.limit)
    .map(([id]) => id)
}

/**
 * Returns by how much the scores of a language's sources are to be taken. The index takes the stems
 * of a language with few sources for rare words, and the word may be frequent in the others.
 */
function fairnessOf(
  chosen: readonly ChosenTerm[],
  spellings: readonly { words: readonly string[] }[],
  rowsWith: (token: string) => number,
  passages: number,
): number {
  const rarity = (rows: number): number =>
    Math.max(Math.log((passages - rows + 0.5) / (rows + 0.5)), minRarity)
  let counted = 0
  let fair = 0
  for (const { token, place, rows } of chosen) {
    const stems = new Set([token, ...spellings.map(({ words }) => words[place] ?? token)])
    counted += rarity(rows)
    fair += rarity([...stems].reduce((sum, stem) => sum + rowsWith(stem), 0))
  }
  return counted > 0 ? Math.min(1, fair / counted) : 1
}

interface ScoredRow {
  id: number
  score: number
}

/** Finds the best passages for an expression, in the sources of one language if it is given. */
function findRows(
  database: Database,
  expression: string | undefined,
  language: string | undefined,
  { isAllowed, limit }: WordQuery,
): ScoredRow[] {
  if (expression === undefined) return []
  const ofLanguage =
    language === undefined
      ? ''
      : `CROSS JOIN passage ON passage.id = passage_words.rowid
         CROSS JOIN indexed_source ON indexed_source.number = passage.source
           AND indexed_source.language = ?`
  const found: ScoredRow[] = []
  // The rows come one by one, so the filter costs only the rows before the last one that it lets
  // pass.
  for (const row of database.iterate(
    `SELECT passage_words.rowid AS id, passage_words.rank AS rank FROM passage_words ${ofLanguage}
     WHERE passage_words MATCH ? AND passage_words.rank MATCH ? ORDER BY passage_words.rank`,
    ...(language === undefined ? [] : [language]),
    expression,
    `bm25(${headingWeight}.0, 1.0)`,
  )) {
    const id = Number(row['id'])
    if (!isAllowed(id)) continue
    // The better, the further below zero.
    found.push({ id, score: -Number(row['rank']) })
    if (found.length === limit) break
  }
  return found
}

interface Term {
  token: string
  isPrefix: boolean
}

interface ChosenTerm extends Term {
  rows: number
  /** The word's place in the question. */
  place: number
}

interface Known {
  rowsWith: (token: string) => number
  /** Tells whether a word of the question is in no source, in none of the languages. */
  isUnknown: (place: number) => boolean
  passages: number
}

/** Returns the rarest words, as many as few enough passages contain. */
function chooseTerms(
  database: Database,
  words: readonly string[],
  { rowsWith, isUnknown, passages }: Known,
): ChosenTerm[] {
  const found = words
    .flatMap((token, place): ChosenTerm[] => {
      const rows = rowsWith(token)
      if (rows > 0) return [{ token, rows, place, isPrefix: false }]
      if (token.length < minPrefixLength || !isUnknown(place)) return []
      // Nobody has written the word so: perhaps it is typed in part.
      const begun = prefixFrequency(database, token)
      return begun > 0 ? [{ token, rows: begun, place, isPrefix: true }] : []
    })
    .toSorted((first, second) => first.rows - second.rows)
  let rest = passages > fewPassages ? passages * commonPart : Infinity
  return found.filter(({ rows }, index) => {
    rest -= rows
    return index === 0 || rest >= 0
  })
}

/** Tokens hold no quotation mark, so quoting them is enough. A word that is asked twice counts so. */
function matchExpression(terms: readonly Term[]): string | undefined {
  const parts = terms.map(({ token, isPrefix }) => `"${token}"${isPrefix ? '*' : ''}`)
  return parts.length > 0 ? parts.join(' OR ') : undefined
}
