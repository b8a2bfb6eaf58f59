import { onFirstUse } from '../../../shared/onFirstUse.ts'
import { findTerms, type SearchTerm } from '../../../shared/knowledge/searchTokens.ts'
import { foldedText, foldText } from '../../../shared/knowledge/textSearch.ts'
import { visibleText } from './visibleText.ts'

export const maxExcerptLength = 200
const charactersBefore = 40
/** Characters read on each side of a match, Markdown's marks and white space included. */
const readAround = 800
/** For a match after this, the excerpt shows the beginning instead. */
const maxFoldedLength = 200_000
/** A longer word is cut. */
const maxWordLength = 40
const graphemes = onFirstUse(() => new Intl.Segmenter())
/** Characters that always begin a grapheme. */
const simple = /^[!-~\u3041-\u3096\u30a1-\u30fa\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3]/

/**
 * Returns at most 200 characters around the first match, on one line, as Markdown shows them: whole
 * words, with an ellipsis for omitted text.
 */
export function makeExcerpt(markdown: string, terms: readonly SearchTerm[]): string {
  const { text, match, isBeginning, isEnd } = readNear(markdown, terms)
  const start = startOfExcerpt(text, match)
  const before = start > 0 || !isBeginning ? '…' : ''
  const room = maxExcerptLength - before.length
  if (isEnd && text.length - start <= room) return before + text.slice(start)
  const end = endOfExcerpt(text, start + room - 1)
  return `${before}${text.slice(start, end).trimEnd()}…`
}

interface Near {
  text: string
  match: number
  isBeginning: boolean
  isEnd: boolean
}

/**
 * Returns plain text around the first match; if it is in hidden text, such as a link, the source.
 */
function readNear(markdown: string, terms: readonly SearchTerm[]): Near {
  const isShort = markdown.length <= 2 * readAround
  const place = isShort ? 0 : (findPlace(markdown.slice(0, maxFoldedLength), terms) ?? 0)
  const start = isShort ? 0 : lineStart(markdown, place - readAround)
  const end = isShort ? markdown.length : Math.min(markdown.length, place + readAround)
  const written = markdown.slice(start, end)
  const ends = { isBeginning: start === 0, isEnd: end === markdown.length }
  const shown = oneLine(visibleText(written))
  const match = findPlace(shown, terms)
  if (match !== undefined) return { text: shown, match, ...ends }
  const asWritten = oneLine(written)
  const raw = findPlace(asWritten, terms)
  return raw === undefined && shown !== ''
    ? { text: shown, match: 0, ...ends }
    : { text: asWritten, match: raw ?? 0, ...ends }
}

/** Returns the start of the line, where Markdown's marks are. */
function lineStart(text: string, from: number): number {
  if (from <= 0) return 0
  const line = text.lastIndexOf('\n', from)
  return from - line > readAround ? from : line + 1
}

function findPlace(text: string, terms: readonly SearchTerm[]): number | undefined {
  const folded = foldedText(text)
  const match = findTerms(folded, terms)
  if (!match) return undefined
  // Folding usually keeps every letter in place.
  if (folded.length === text.length) return match.start
  return foldText(text).offsets?.[match.start] ?? match.start
}

/** Returns a place some words before the match. */
function startOfExcerpt(text: string, match: number): number {
  if (match <= charactersBefore) return 0
  const from = match - charactersBefore
  const space = text.indexOf(' ', from - 1)
  if (space >= 0 && space < match && space - from < maxWordLength) return space + 1
  return graphemeStart(text, from)
}

/** Returns the end of the last whole word that fits. */
function endOfExcerpt(text: string, room: number): number {
  const space = text.lastIndexOf(' ', room)
  return room - space < maxWordLength ? space : graphemeStart(text, room)
}

/** Returns the start of the grapheme at this place. */
function graphemeStart(text: string, at: number): number {
  if (simple.test(text.charAt(at))) return at
  // A window is enough: segmenting takes time in proportion to the text's length.
  const from = Math.max(0, at - 50)
  const window = text.slice(from, at + 50)
  const place = at - from
  const grapheme = graphemes().segment(window).containing(place)
  return from + (grapheme?.index ?? place)
}

function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
}
