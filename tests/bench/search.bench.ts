import { rowFilter } from '../../src/main/chat/search/filterRows.ts'
import { search, toMatchExpression } from '../../src/main/chat/search/search.ts'
import { searchTables } from '../../src/main/chat/search/searchIndex.ts'
import type { Database } from '../../src/main/storage/connection.ts'
import { searchFiltersSchema, type SearchFilters } from '../../src/shared/chat/searching.ts'
import { readTerms } from '../../src/shared/knowledge/searchTokens.ts'
import type { BenchOptions, Report } from './row.ts'
import { assistantId, createWriter, firstModel, openLargeHistory } from './search/largeHistory.ts'
import { createRandom, type Random } from './search/vocabulary.ts'

const limit = 50
const rounds = 4
const aimMilliseconds = 30

/** Measures searching a long history, against FTS5 alone for the newest matching rows. */
export async function run(report: Report, { quick, only }: BenchOptions): Promise<void> {
  const messages = quick ? 50_000 : 1_000_000
  const database = openLargeHistory(messages)
  try {
    const chosen = chooseQueries(quick ? 40 : 200)
    for (const [kind, queries] of Object.entries(chosen)) {
      if (only.length > 0 && !only.includes(kind)) continue
      measureKind(report, database, kind, queries)
      await new Promise(setImmediate)
    }
    for (const [kind, filters] of Object.entries(filterKinds)) {
      if (only.length > 0 && !only.includes(kind)) continue
      measureFilters(report, database, `words ${kind}`, chosen['words'] ?? [], filters)
      measureFilters(report, database, `two letters ${kind}`, chosen['two letters'] ?? [], filters)
      measureFilters(report, database, `nothing ${kind}`, [''], filters)
      await new Promise(setImmediate)
    }
  } finally {
    database.close()
  }
}

const noFilters = searchFiltersSchema.parse({})
/** Days far from the newest messages, which come first. */
const longAgo = { kind: 'between', first: '1970-02-01', last: '1970-02-07' } as const
const filterKinds: Readonly<Record<string, SearchFilters>> = {
  'from me': { ...noFilters, from: 'user' },
  'of a model': { ...noFilters, model: firstModel },
  'of an assistant': { ...noFilters, assistantId },
  'with a file': { ...noFilters, hasFile: true },
  'of a week long ago': { ...noFilters, time: longAgo },
  'of a model, that week, with a file': {
    ...noFilters,
    ...{ model: firstModel, time: longAgo, hasFile: true },
  },
}

function measureFilters(
  report: Report,
  database: Database,
  name: string,
  queries: readonly string[],
  filters: SearchFilters,
): void {
  const times = queries.map((query) => bestOf(() => search(database, { query, filters, limit })))
  const rows = queries.map((query) => bestOf(() => filterRows(database, query, filters)))
  report({
    name: `search for ${name}, p95`,
    unit: 'ms',
    samples: [percentile(times, 0.95)],
    against: { name: 'a look-up by words, then each row', value: percentile(rows, 0.95) },
    aim: { most: aimMilliseconds },
  })
}

/** Reads the newest rows that the filters leave of the words' rows. */
function filterRows(database: Database, query: string, filters: SearchFilters): void {
  const table = searchTables.message
  const { sql, values } = rowFilter(database, filters)
  const words = toMatchExpression(readTerms(query))
  const source =
    words === '' ? 'message' : `${table} CROSS JOIN message ON sequence = ${table}.rowid`
  const match = words === '' ? 'TRUE' : `${table} MATCH ?`
  // The index has its rows in this order. SQLite would sort those of the other column.
  const order = words === '' ? 'sequence' : `${table}.rowid`
  database.all(
    `SELECT sequence FROM ${source} WHERE ${match}${sql} ORDER BY ${order} DESC LIMIT ?`,
    ...(words === '' ? values : [words, ...values]),
    limit,
  )
}

function measureKind(
  report: Report,
  database: Database,
  kind: string,
  queries: readonly string[],
): void {
  const times: number[] = []
  const bare: number[] = []
  for (const query of queries) {
    bare.push(bestOf(() => askIndex(database, query)))
    times.push(bestOf(() => search(database, { query, limit })))
  }
  const name = `search for ${kind}`
  const percentiles = [
    ['p50', 0.5],
    ['p95', 0.95],
  ] as const
  for (const [label, part] of percentiles) {
    report({
      name: `${name}, ${label}`,
      unit: 'ms',
      samples: [percentile(times, part)],
      against: { name: 'FTS5 alone', value: percentile(bare, part) },
      ...(label === 'p95' && { aim: { most: aimMilliseconds } }),
    })
  }
}

/** Reads the rows without conversations and excerpts. */
function askIndex(database: Database, query: string): void {
  const table = searchTables.message
  database.all(
    `SELECT rowid FROM ${table} WHERE ${table} MATCH ? ORDER BY rowid DESC LIMIT ?`,
    toMatchExpression(readTerms(query)),
    limit,
  )
}

/** Returns the best time in milliseconds, because the others include other load of the machine. */
function bestOf(work: () => unknown): number {
  const times = Array.from({ length: rounds }, () => {
    const start = performance.now()
    work()
    return performance.now() - start
  })
  return Math.min(...times)
}

function percentile(samples: readonly number[], part: number): number {
  const sorted = samples.toSorted((first, second) => first - second)
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? Number.NaN
}

const isSpaceless = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u
const isWord = /^[\p{L}\p{M}]+$/u
const isEmoji = /\p{Extended_Pictographic}|\p{RI}/u

/** Returns typical queries, from texts like those in the history. */
function chooseQueries(count: number): Record<string, string[]> {
  const random = createRandom(7)
  // The same seed makes the same vocabulary.
  const write = createWriter(createRandom(1))
  const texts = Array.from({ length: 20_000 }, () => write(30))
  const words = texts.flatMap((text) => text.split(' '))
  const spaced = words.filter((word) => isWord.test(word) && !isSpaceless.test(word))
  const runs = words.filter((word) => isWord.test(word) && isSpaceless.test(word))
  const emoji = words.filter((word) => isEmoji.test(word))
  const pick = (from: readonly string[], make: (word: string) => string): string[] =>
    Array.from({ length: count }, () => make(draw(from, random)))
  const pieceOf = (run: string, length: number): string => {
    const letters = Array.from(run)
    const at = Math.floor(random() * Math.max(1, letters.length - length))
    return letters.slice(at, at + length).join('')
  }
  const beginning = (length: number) => (word: string) => Array.from(word).slice(0, length).join('')
  return {
    words: pick(spaced, (word) => word),
    'one letter': pick(spaced, beginning(1)),
    'two letters': pick(spaced, beginning(2)),
    'three letters': pick(spaced, beginning(3)),
    'four letters': pick(spaced, beginning(4)),
    'five letters': pick(
      spaced.filter((word) => word.length > 5),
      beginning(5),
    ),
    capitals: pick(spaced, (word) => word.toUpperCase()),
    'two words': pick(spaced, (word) => `${word} ${draw(spaced, random)}`),
    'one CJK character': pick(runs, (run) => pieceOf(run, 1)),
    'two CJK characters': pick(runs, (run) => pieceOf(run, 2)),
    'four CJK characters': pick(runs, (run) => pieceOf(run, 4)),
    emoji: pick(emoji, (each) => each),
  }
}

function draw(from: readonly string[], random: Random): string {
  return from[Math.floor(random() * from.length)] ?? ''
}
