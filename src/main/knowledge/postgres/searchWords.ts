import { endsOf, halvesOf, splitsOf } from '../store/words/compounds.ts'
import { reverse } from '../store/words/termFrequency.ts'
import { queryWords } from '../store/words/wordTokens.ts'
import type { PostgresDatabase } from './connectPostgres.ts'
import type { Selection } from './selectSources.ts'
import { endQuery, toTsquery } from './tsvector.ts'

/** Words in a larger part of all passages are left out: they cost most and tell least. */
const commonPart = 0.1
/** With as few passages all words are asked for. */
const fewPassages = 5000
const maxTerms = 64
const minPrefixLength = 3
/** Weight of a part of a compound word; the word itself has 1. */
const compoundWeight = 0.1
/** The weights of a word: in the text, unused, unused, in the headings or the name. */
const weights = '{0.5, 0.5, 0.5, 1}'

interface Term {
  query: string
  /** The languages in which a word of the question has this stem. */
  languages: readonly string[]
  /** The passages with the word in any language. */
  rows: number
  /** Weight of the term; words of the question have 1. */
  share: number
}

/**
 * Returns the ids of the passages that match the words of a question best, best first. A stem is
 * looked for in the sources of its language alone: in another it is chance.
 */
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
  const stems = stemsOf(words, known?.['languages'] as string[])
  const terms = [
    ...(await chooseTerms(query, stems, passages)),
    ...(await compoundTerms(query, stems, passages)),
  ]
  if (terms.length === 0) return []
  const next = values.length + 1
  const rows = await query(
    `SELECT passage.id,
       sum(term.weight * ts_rank('${weights}', passage.words, term.query, 1)) AS score
     FROM parley.passage JOIN parley.source ON source.number = passage.source
       JOIN unnest($${String(next)}::tsquery[], $${String(next + 1)}::float8[],
         $${String(next + 2)}::jsonb[]) AS term (query, weight, languages)
         ON passage.words @@ term.query AND term.languages ? source.language
     WHERE ${where} AND passage.words @@ $${String(next + 3)}::tsquery
     GROUP BY passage.id ORDER BY score DESC, passage.id LIMIT $${String(next + 4)}`,
    [
      ...values,
      terms.map((term) => term.query),
      terms.map(({ rows: found, share }) => share * Math.log(1 + passages / (found + 0.5))),
      terms.map(({ languages }) => JSON.stringify(languages)),
      terms.map((term) => term.query).join(' | '),
      limit,
    ],
  )
  return rows.map((row) => Number(row['id']))
}

/** A stem of a word of the question. */
interface Stem {
  token: string
  languages: string[]
  /** The word's place in the question. */
  place: number
}

function stemsOf(words: string, languages: readonly string[]): Stem[] {
  const stems = new Map<string, Stem>()
  for (const language of languages) {
    for (const [place, token] of queryWords(words, language).slice(0, maxTerms).entries()) {
      const key = `${String(place)} ${token}`
      const stem = stems.get(key) ?? { token, languages: [], place }
      stem.languages.push(language)
      stems.set(key, stem)
    }
  }
  return [...stems.values()]
}

/** Returns the stems of the rarest words, as many as few enough passages contain. */
async function chooseTerms(
  query: PostgresDatabase['query'],
  stems: readonly Stem[],
  passages: number,
): Promise<Term[]> {
  const most = maxRows(passages)
  const exact = stems.map(({ token }) => toTsquery([token], false))
  const counts = await countRows(query, exact, most + 1)
  const known = rowsByPlace(stems, counts)
  // Nobody has written such a word so: perhaps it is typed in part.
  const begun = stems.map(({ token, place }) =>
    known.get(place) === 0 && token.length >= minPrefixLength ? toTsquery([token], true) : '',
  )
  const begunCounts = await countRows(query, begun, most + 1)
  const begunRows = rowsByPlace(stems, begunCounts)
  const found = stems
    .map(({ languages, place }, index): Term => {
      const rows = known.get(place) ?? 0
      if (rows === 0) {
        const isFound = (begunCounts[index] ?? 0) > 0
        return {
          query: begun[index] ?? '',
          languages,
          rows: isFound ? (begunRows.get(place) ?? 0) : 0,
          share: 1,
        }
      }
      const isWritten = (counts[index] ?? 0) > 0
      return { query: exact[index] ?? '', languages, rows: isWritten ? rows : 0, share: 1 }
    })
    .filter(({ rows }) => rows > 0)
    .toSorted((first, second) => first.rows - second.rows)
  if (passages <= fewPassages) return found
  let rest = most
  return found.filter(({ rows }, index) => {
    rest -= rows
    return index === 0 || rest >= 0
  })
}

const maxRows = (passages: number): number =>
  passages > fewPassages ? Math.ceil(passages * commonPart) : passages

/**
 * Returns the parts of words: longer ones that begin or end with one, and the halves of one that is
 * a compound itself.
 */
async function compoundTerms(
  query: PostgresDatabase['query'],
  stems: readonly Stem[],
  passages: number,
): Promise<Term[]> {
  const words = stems.flatMap(({ token, languages }) =>
    languages.map((language) => ({ token, language, splits: splitsOf(token, language) })),
  )
  const pieces = [...new Set(words.flatMap(({ splits }) => splits.flat()))]
  const counts = await countRows(
    query,
    pieces.map((piece) => toTsquery([piece], false)),
    1,
  )
  const known = new Set(pieces.filter((_piece, index) => (counts[index] ?? 0) > 0))
  const parts = words.flatMap(({ token, language, splits }) => {
    const ends = endsOf(token, language).map((end) => endQuery(reverse(end)))
    const longer = ends.length > 0 ? [[toTsquery([token], true), ...ends].join(' | ')] : []
    const halves = halvesOf(splits, (piece) => known.has(piece))
    const asked = [...longer, ...halves.map((half) => toTsquery([half], false))]
    return asked.map((each) => ({ query: each, languages: [language] }))
  })
  const most = maxRows(passages)
  const rows = await countRows(
    query,
    parts.map((part) => part.query),
    most + 1,
  )
  return parts
    .map((part, index) => ({ ...part, rows: rows[index] ?? 0, share: compoundWeight }))
    .filter((part) => part.rows > 0 && part.rows <= most)
}

/** Returns how many passages have a word of the question in any language, by its place. */
function rowsByPlace(stems: readonly Stem[], counts: readonly number[]): Map<number, number> {
  const rows = new Map<number, number>()
  for (const [index, { place }] of stems.entries()) {
    rows.set(place, (rows.get(place) ?? 0) + (counts[index] ?? 0))
  }
  return rows
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
