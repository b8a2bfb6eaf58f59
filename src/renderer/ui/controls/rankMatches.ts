import { editDistance } from '../../../shared/editDistance.ts'

/** The searched texts of an entry. */
export interface SearchedText {
  /** The entry's name; a match here ranks before the same kind of match elsewhere. */
  label: string
  /** Further texts: an id, a description, names in other languages. */
  more?: readonly (string | undefined)[]
  /** Sentences about it; a match here ranks after the same kind of match elsewhere. */
  about?: readonly (string | undefined)[]
}

/** The kinds of match, the best first. */
const kinds = { exact: 0, prefix: 1, wordStart: 2, part: 3 }
/** The rank if the words of the query are in several texts, or in another order. */
const scattered = 12

/**
 * Returns the entries that match the query: exact matches, then prefixes, then prefixes of words,
 * then other matches; equal ones keep their order. Case, accents and punctuation do not count. An
 * empty query returns all entries unchanged.
 */
export function rankMatches<Item>(
  items: readonly Item[],
  query: string,
  textOf: (item: Item) => SearchedText,
): Item[] {
  const rank = createRank(query)
  if (!rank) return [...items]
  return byRank(items, rank, textOf)
}

/** Like `rankMatches`; if nothing matches, typing errors are forgiven. */
export function findMatches<Item>(
  items: readonly Item[],
  query: string,
  textOf: (item: Item) => SearchedText,
): Item[] {
  const found = rankMatches(items, query, textOf)
  return found.length > 0 ? found : byRank(items, createForgivingRank(query), textOf)
}

type Rank = (text: SearchedText) => number | undefined

function byRank<Item>(
  items: readonly Item[],
  rank: Rank,
  textOf: (item: Item) => SearchedText,
): Item[] {
  return items
    .map((item) => ({ item, rank: rank(textOf(item)) }))
    .filter((entry): entry is { item: Item; rank: number } => entry.rank !== undefined)
    .toSorted((first, second) => first.rank - second.rank)
    .map(({ item }) => item)
}

/**
 * Returns a function that ranks a text against the query: the lower the better, undefined for no
 * match. Returns undefined for a query without letters, digits or signs, which matches everything.
 */
function createRank(query: string): Rank | undefined {
  const whole = plainText(query)
  if (whole === '') return undefined
  const words = query.split(/\s+/).map(plainText).filter(Boolean)
  return (searched) => {
    const texts = textsOf(searched)
    const ranks = texts.map(({ text, level }) => rankIn(text, whole, level))
    const best = Math.min(...ranks)
    if (best < Infinity) return best
    if (words.length === 1) return undefined
    const ofWords = words.map((word) =>
      Math.min(...texts.map(({ text, level }) => rankIn(text, word, level))),
    )
    const worst = Math.max(...ofWords)
    return worst < Infinity ? scattered + worst : undefined
  }
}

/** Returns the plain texts of an entry, each with its level: 0 for the label, 2 for a sentence. */
function textsOf({ label, more = [], about = [] }: SearchedText): PlainText[] {
  return [
    { text: plainText(label), level: 0 },
    ...more.map((text) => ({ text: plainText(text ?? ''), level: 1 })),
    ...about.map((text) => ({ text: plainText(text ?? ''), level: 2 })),
  ]
}

interface PlainText {
  text: string
  level: number
}

function rankIn(text: string, query: string, level: number): number {
  const kind = kindOf(text, query)
  return kind === undefined ? Infinity : kind * 3 + level
}

/**
 * Returns a function that ranks a text in which each word of the query is the beginning of a word,
 * but for typing errors. Sentences don't count: with errors, some word of theirs fits nearly
 * everything.
 */
function createForgivingRank(query: string): Rank {
  const words = plainText(query).split(' ').filter(Boolean)
  return ({ label, more = [] }) => {
    const texts = textsOf({ label, more })
    const ofWords = words.map((word) =>
      Math.min(...texts.map(({ text, level }) => errorsIn(text, word) * 3 + level)),
    )
    const worst = Math.max(...ofWords)
    return worst < Infinity ? worst : undefined
  }
}

/** Tells whether a word of the text begins with `typed`, but for typing errors. */
export function beginsWord(text: string, typed: string): boolean {
  const plain = plainText(typed)
  return plain !== '' && errorsIn(plainText(text), plain) < Infinity
}

/** Returns the fewest typing errors with which a word of the text begins with `typed`. */
function errorsIn(text: string, typed: string): number {
  if (` ${text}`.includes(` ${typed}`)) return 0
  const allowed = errorsAllowed(typed)
  if (allowed === 0) return Infinity
  const distances = text
    .split(' ')
    .flatMap((word) => beginningsOf(word, typed.length, allowed))
    .map((beginning) => editDistance(typed, beginning))
  const fewest = Math.min(...distances)
  return fewest <= allowed ? fewest : Infinity
}

/** A short word with an error is likelier another word. */
function errorsAllowed(word: string): number {
  if (word.length < 4) return 0
  return word.length < 8 ? 1 : 2
}

/** Returns the beginnings of a word that are about as long as what was typed. */
function beginningsOf(word: string, length: number, tolerance: number): string[] {
  const lengths = Array.from(
    { length: 2 * tolerance + 1 },
    (_, index) => length - tolerance + index,
  )
  return lengths.filter((each) => each <= word.length).map((each) => word.slice(0, each))
}

function kindOf(text: string, query: string): number | undefined {
  if (text === query) return kinds.exact
  if (text.startsWith(query)) return kinds.prefix
  if (text.includes(` ${query}`)) return kinds.wordStart
  // "openai" matches "Open AI".
  return text.replaceAll(' ', '').includes(query.replaceAll(' ', '')) ? kinds.part : undefined
}

/** Caches plain texts: a list is searched at every keystroke and stays the same meanwhile. */
const plainTexts = new Map<string, string>()
const maxPlainTexts = 20_000

/** Returns the text in lower case, without accents and marks of direction, with one space between words. */
function plainText(text: string): string {
  const known = plainTexts.get(text)
  if (known !== undefined) return known
  if (plainTexts.size >= maxPlainTexts) plainTexts.clear()
  const plain = text
    .normalize('NFKD')
    .replaceAll(/[\p{M}\p{Cf}]/gu, '')
    .toLowerCase()
    .replaceAll(/[\s\p{P}]+/gu, ' ')
    .trim()
  plainTexts.set(text, plain)
  return plain
}
