import { queryTerms } from '../store/words/wordTokens.ts'
import type { PostgresDatabase } from './connectPostgres.ts'
import type { Selection } from './selectSources.ts'
import { toTsquery } from './tsvector.ts'

/** Words in a larger part of all passages are left out: they cost most and tell least. */
const commonPart = 0.1
/** A small base is read as a whole. */
const cheapRows = 2000
const termsMaximum = 64
const prefixLengthMinimum = 3
/** The weights of a word: in the text, unused, unused, in the headings or the name. */
const weights = '{0.5, 0.5, 0.5, 1}'

interface Term {
  query: string
  rows: number
}

/** Returns the ids of the passages that match the words of a question best, best first. */
export async function searchWords(
  { query }: Pick<PostgresDatabase, 'query'>,
  words: string,
  { where, values }: Selection,
  limit: number,
): Promise<number[]> {
  const [known] = await query(
    `SELECT coalesce(sum(passages), 0)::int AS passages,
       coalesce(array_agg(DISTINCT language), '{}') AS languages
     FROM parley.source WHERE ${where}`,
    values,
  )
  const passages = Number(known?.['passages'])
  if (passages === 0) return []
  const languages = known?.['languages'] as string[]
  const terms = await chooseTerms(
    query,
    queryTerms(words, languages).slice(0, termsMaximum),
    passages,
  )
  if (terms.length === 0) return []
  const next = values.length + 1
  const rows = await query(
    `SELECT passage.id,
       (SELECT sum(term.weight * ts_rank('${weights}', passage.words, term.query, 1))
        FROM unnest($${String(next)}::tsquery[], $${String(next + 1)}::float8[])
          AS term (query, weight)
        WHERE passage.words @@ term.query) AS score
     FROM parley.passage JOIN parley.source ON source.number = passage.source
     WHERE ${where} AND passage.words @@ $${String(next + 2)}::tsquery
     ORDER BY score DESC, passage.id LIMIT $${String(next + 3)}`,
    [
      ...values,
      terms.map((term) => term.query),
      terms.map(({ rows: found }) => Math.log(1 + passages / (found + 0.5))),
      terms.map((term) => term.query).join(' | '),
      limit,
    ],
  )
  return rows.map((row) => Number(row['id']))
}

/** Returns the rarest terms, as many as few enough passages contain. */
async function chooseTerms(
  query: PostgresDatabase['query'],
  terms: readonly (readonly string[])[],
  passages: number,
): Promise<Term[]> {
  const most = Math.ceil(Math.max(cheapRows, passages * commonPart))
  const exact = terms.map((tokens) => toTsquery(tokens, false))
  const counts = await countRows(query, exact, most + 1)
  // Nobody has written such a word so: perhaps it is typed in part.
  const begun = terms.map((tokens, index) => {
    const long = tokens.filter((token) => token.length >= prefixLengthMinimum)
    return counts[index] === 0 ? toTsquery(long, true) : ''
  })
  const begunCounts = await countRows(query, begun, most + 1)
  const found = terms
    .map((_, index): Term => {
      const rows = counts[index] ?? 0
      if (rows > 0) return { query: exact[index] ?? '', rows }
      return { query: begun[index] ?? '', rows: begunCounts[index] ?? 0 }
    })
    .filter(({ rows }) => rows > 0)
    .toSorted((first, second) => first.rows - second.rows)
  let rest = most
  return found.filter(({ rows }, index) => {
    rest -= rows
    return index === 0 || rest >= 0
  })
}

/** Counts the passages with each word, up to a number. An empty query has none. */
async function countRows(
  query: PostgresDatabase['query'],
  queries: readonly string[],
  most: number,
): Promise<number[]> {
  if (queries.every((text) => text === '')) return queries.map(() => 0)
  const rows = await query(
    `SELECT (SELECT count(*) FROM
       (SELECT 1 FROM parley.passage WHERE words @@ term.query LIMIT $2) AS found) AS rows
     FROM unnest($1::tsquery[]) WITH ORDINALITY AS term (query, place) ORDER BY place`,
    [queries, most],
  )
  return rows.map((row) => Number(row['rows']))
}
