/** The searched texts of an entry. */
export interface SearchedText {
  /** The entry's name; a match here ranks before the same kind of match elsewhere. */
  label: string
  /** Further texts: an id, a description, names in other languages. */
  more?: readonly (string | undefined)[]
}

/** The kinds of match, the best first. */
const kinds = { exact: 0, prefix: 1, wordStart: 2, part: 3 }
/** The rank if the words of the query are in several texts, or in another order. */
const scattered = 8

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
function createRank(query: string): ((text: SearchedText) => number | undefined) | undefined {
  const whole = plainText(query)
  if (whole === '') return undefined
  const words = query.split(/\s+/).map(plainText).filter(Boolean)
  return ({ label, more = [] }) => {
    const texts = [label, ...more].map((text) => plainText(text ?? ''))
    const ranks = texts.map((text, index) => rankIn(text, whole, index))
    const best = Math.min(...ranks)
    if (best < Infinity) return best
    if (words.length === 1) return undefined
    const ofWords = words.map((word) =>
      Math.min(...texts.map((text, index) => rankIn(text, word, index))),
    )
    const worst = Math.max(...ofWords)
    return worst < Infinity ? scattered + worst : undefined
  }
}

function rankIn(text: string, query: string, index: number): number {
  const kind = kindOf(text, query)
  return kind === undefined ? Infinity : kind * 2 + (index === 0 ? 0 : 1)
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
const plainTextsMaximum = 20_000

/** Returns the text in lower case, without accents, with one space between words. */
function plainText(text: string): string {
  const known = plainTexts.get(text)
  if (known !== undefined) return known
  if (plainTexts.size >= plainTextsMaximum) plainTexts.clear()
  const plain = text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[\s\p{P}]+/gu, ' ')
    .trim()
  plainTexts.set(text, plain)
  return plain
}
