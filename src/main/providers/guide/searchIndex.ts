import type { Tokenize, Word } from './tokenize.ts'

export interface Document {
  title: string
  keywords: string
  text: string
}

export interface Hit<Item extends Document> {
  document: Item
  score: number
}

export interface SearchIndex<Item extends Document> {
  /** Returns matches, best first. Returns none if the important words don't occur. */
  search: (query: string) => Hit<Item>[]
  /** Returns how well a text matches the query, for choosing sentences. */
  weigh: (query: string, text: string) => number
}

// The usual constants of Okapi BM25.
const saturation = 1.2
const lengthWeight = 0.75
const titleWeight = 3
const keywordsWeight = 2
/** The share of a query's weight that must match. */
const minCoverage = 0.4
/** Longer than any real question. The limit keeps a pasted book from costing time. */
const maxQueryLength = 1000

interface Counts {
  forms: ReadonlyMap<string, number>
  length: number
}

export function createSearchIndex<Item extends Document>(
  documents: readonly Item[],
  tokenize: Tokenize,
): SearchIndex<Item> {
  const indexed = documents.map((document) => ({ document, counts: countForms(document) }))
  const averageLength = sum(indexed.map(({ counts }) => counts.length)) / indexed.length

  function countForms(document: Document): Counts {
    const forms = new Map<string, number>()
    const add = (text: string, weight: number) => {
      for (const form of tokenize(text).flat()) forms.set(form, (forms.get(form) ?? 0) + weight)
    }
    add(document.text, 1)
    add(document.title, titleWeight)
    add(document.keywords, keywordsWeight)
    return { forms, length: sum(forms.values()) }
  }

  function rarityOf(form: string): number {
    const having = indexed.filter(({ counts }) => counts.forms.has(form)).length
    return Math.log(1 + (indexed.length - having + 0.5) / (having + 0.5))
  }

  /**
   * Returns a word's weight from its forms that occur. A word that never occurs counts as the
   * rarest.
   */
  function weightOf(word: Word): number {
    const known = word.filter((form) => indexed.some(({ counts }) => counts.forms.has(form)))
    return Math.max(...(known.length > 0 ? known : word).map(rarityOf))
  }

  function scoreOf(word: Word, counts: Counts): number {
    const relativeLength = 1 - lengthWeight + (lengthWeight * counts.length) / averageLength
    const scores = word.map((form) => {
      const count = counts.forms.get(form) ?? 0
      return (rarityOf(form) * count * (saturation + 1)) / (count + saturation * relativeLength)
    })
    return Math.max(...scores)
  }

  function wordsOf(query: string): Word[] {
    const words = tokenize(query.slice(0, maxQueryLength))
    return [...new Map(words.map((word) => [word[0], word])).values()]
  }

  return {
    search(query) {
      const words = wordsOf(query)
      const total = sum(words.map(weightOf))
      return indexed
        .filter(({ counts }) => {
          const found = words.filter((word) => word.some((form) => counts.forms.has(form)))
          return total > 0 && sum(found.map(weightOf)) / total >= minCoverage
        })
        .map(({ document, counts }) => ({
          document,
          score: sum(words.map((word) => scoreOf(word, counts))),
        }))
        .sort((first, second) => second.score - first.score)
    },
    weigh(query, text) {
      const present = new Set(tokenize(text).flat())
      const found = wordsOf(query).filter((word) => word.some((form) => present.has(form)))
      return sum(found.map(weightOf))
    },
  }
}

function sum(numbers: Iterable<number>): number {
  let total = 0
  for (const number of numbers) total += number
  return total
}
