import type { Database } from '../../../storage/connection.ts'
import { queryTerms, type QueryTerm } from './wordTokens.ts'

/** Words in a larger part of all passages are left out: they cost most and tell least. */
const commonPart = 0.1
/** A small base is read as a whole. */
const cheapRows = 2000
const termsMaximum = 64
const prefixLengthMinimum = 3
/** How much more a word in the headings or the name counts than one in the text. */
const headingWeight = 2

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

/** Returns the ids of the passages that match the words of a question best, best first. */
export function searchWords(database: Database, given: WordQuery): number[] {
  const terms = queryTerms(given.query, given.languages).slice(0, termsMaximum)
  const match = matchExpression(chooseTerms(database, terms, given.passages))
  if (match === undefined) return []
  const found: number[] = []
  // The rows come one by one, so the filter costs only the rows before the last one that it lets
  // pass.
  for (const row of database.iterate(
    `SELECT rowid FROM passage_words WHERE passage_words MATCH ? AND rank MATCH ? ORDER BY rank`,
    match,
    `bm25(${headingWeight}.0, 1.0)`,
  )) {
    const id = Number(row['rowid'])
    if (!given.isAllowed(id)) continue
    found.push(id)
    if (found.length === given.limit) break
  }
  return found
}

interface ChosenTerm {
  tokens: QueryTerm
  rows: number
  isPrefix: boolean
}

/** Returns the rarest terms, as many as few enough passages contain. */
function chooseTerms(
  database: Database,
  terms: readonly QueryTerm[],
  passages: number,
): ChosenTerm[] {
  const found = terms
    .flatMap((tokens) => measureTerm(database, tokens))
    .toSorted((first, second) => first.rows - second.rows)
  let rest = Math.max(cheapRows, passages * commonPart)
  return found.filter(({ rows }, index) => {
    rest -= rows
    return index === 0 || rest >= 0
  })
}

function measureTerm(database: Database, tokens: QueryTerm): ChosenTerm[] {
  const known = tokens.filter((token) => documentFrequency(database, token) > 0)
  if (known.length > 0) {
    const rows = known.reduce((sum, token) => sum + documentFrequency(database, token), 0)
    return [{ tokens: known, rows, isPrefix: false }]
  }
  // Nobody has written the word so: perhaps it is typed in part.
  const begun = tokens.filter((token) => token.length >= prefixLengthMinimum)
  const rows = begun.reduce((sum, token) => sum + prefixFrequency(database, token), 0)
  return rows > 0 ? [{ tokens: begun, rows, isPrefix: true }] : []
}

function documentFrequency(database: Database, token: string): number {
  return Number(database.get('SELECT doc FROM passage_term WHERE term = ?', token)?.['doc'] ?? 0)
}

function prefixFrequency(database: Database, token: string): number {
  const row = database.get(
    `SELECT sum(doc) AS doc FROM
     (SELECT doc FROM passage_term WHERE term >= ? AND term < ? LIMIT 100)`,
    token,
    `${token}\u{10ffff}`,
  )
  return Number(row?.['doc'] ?? 0)
}

/** Tokens hold no quotation mark, so quoting them is enough. */
function matchExpression(terms: readonly ChosenTerm[]): string | undefined {
  const parts = terms.flatMap(({ tokens, isPrefix }) =>
    tokens.map((token) => `"${token}"${isPrefix ? '*' : ''}`),
  )
  return parts.length > 0 ? parts.join(' OR ') : undefined
}
