import type { Citation } from '../../../shared/chat/parts.ts'
import { sentenceRanges } from '../../../shared/sentences/sentenceRanges.ts'
import type { Section } from './manual.ts'
import type { SearchIndex } from './searchIndex.ts'

export interface GuideAnswer {
  text: string
  citations: Citation[]
}

const maxPassages = 3
const sentencesOfBest = 4
const sentencesOfOthers = 2
/** Another passage needs at least this share of the best passage's score. */
const minScoreShare = 0.6

/** Returns the sentences of the manual that answer a question; null if none do. */
export function composeAnswer(
  question: string,
  index: SearchIndex<Section>,
  locale: string,
): GuideAnswer | null {
  const hits = index.search(question)
  const best = hits[0]
  if (!best) return null
  const chosen = hits
    .filter(({ score }) => score >= best.score * minScoreShare)
    .slice(0, maxPassages)
  const paragraphs: string[] = []
  const citations: Citation[] = []
  for (const [place, { document }] of chosen.entries()) {
    const number = place + 1
    const count = place === 0 ? sentencesOfBest : sentencesOfOthers
    const sentences = pickSentences(document.text, count, locale, (sentence) =>
      index.weigh(question, sentence),
    )
    paragraphs.push(`${joinSentences(sentences)} [${String(number)}]`)
    citations.push({
      number,
      title: document.title,
      passage: document.text,
      source: `guide/${document.id}`,
    })
  }
  return { text: paragraphs.join('\n\n'), citations }
}

/** Joins sentences. Chinese and Japanese use no space after a full stop. */
function joinSentences(sentences: readonly string[]): string {
  return sentences.join(' ').replace(/(?<=[。！？]) /gu, '')
}

/** Returns the first sentence, which introduces the passage, and the best of the others. */
function pickSentences(
  text: string,
  count: number,
  locale: string,
  weigh: (sentence: string) => number,
): string[] {
  const sentences = splitSentences(text, locale)
  const ranked = sentences
    .map((sentence, place) => ({ place, weight: place === 0 ? Infinity : weigh(sentence) }))
    .sort((first, second) => second.weight - first.weight || first.place - second.place)
    .slice(0, count)
    .map(({ place }) => place)
  return sentences.filter((_, place) => ranked.includes(place))
}

function splitSentences(text: string, locale: string): string[] {
  return text
    .split(/\n+/)
    .flatMap((line) =>
      sentenceRanges(line, locale).map(({ start, end }) => line.slice(start, end).trim()),
    )
    .filter((sentence) => sentence !== '')
}
