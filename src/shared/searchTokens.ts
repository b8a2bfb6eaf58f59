import { foldedText } from './textSearch.ts'

/** Languages written without spaces, or (Korean) with endings that stick to the word. */
const spaceless = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u30fc\uff70]`
/** A letter or digit, or what belongs to one; for expressions with the flag v. */
export const letter = String.raw`[[\p{L}\p{N}\p{M}\p{Co}]--[\ufe0e\ufe0f]]`
/** The same, without those of scripts without spaces. */
export const wordLetter = `[${letter}--${spaceless}]`
const picture = String.raw`\p{Extended_Pictographic}\p{Emoji_Modifier}?[\u{e0020}-\u{e007f}]{0,8}`
const emoji = String.raw`\p{RI}{2}|${picture}(?:\u200d${picture}){0,9}`
/** Nothing is repeated without bounds: the answer of a model may be one word of megabytes. */
const tokenPattern = new RegExp(
  String.raw`(?<single>${spaceless})(?=(?<next>${spaceless})?)|(?<word>${wordLetter}{1,64})|(?<emoji>${emoji})|(?<symbol>[\p{S}--\p{ASCII}])`,
  'gv',
)
const letterPattern = new RegExp(letter, 'v')
const wordLetterPattern = new RegExp(wordLetter, 'v')
const picturePattern = /\p{Extended_Pictographic}|\p{Emoji_Modifier}/gu
/** They choose how an emoji is drawn. */
const selectors = /[\ufe0e\ufe0f]/g
const termsMaximum = 20
/** Enough to leave next to nothing else; the text itself decides. */
const tokensOfTermMaximum = 30

/** One of a query's words. */
export interface SearchTerm {
  /** What the index is asked for, all of it; empty where it knows nothing of it, as of `#`. */
  tokens: readonly SearchToken[]
  /** What stands in the text, one after the other. */
  pieces: readonly TermPiece[]
  /** False where the index can't tell whether the tokens stand side by side. */
  isCertain: boolean
}

interface SearchToken {
  text: string
  /** It also stands for longer words that begin so. */
  isBeginning: boolean
}

export interface TermPiece {
  text: string
  /** A word begins and, if `whole`, ends there; letters and symbols may stand anywhere. */
  kind: 'word' | 'letter' | 'symbol'
  isWhole: boolean
  /** Nothing but a variation selector may stand before it. */
  isJoined: boolean
}

/**
 * The words of a text as the index holds them, folded, with a space between: letters of scripts
 * without spaces in overlapping pairs, symbols one by one, and an emoji whole and in its parts.
 */
export function indexTokens(text: string): string {
  const tokens: string[] = []
  for (const { 0: found, groups } of normalize(text).matchAll(tokenPattern)) {
    // A letter that none follows is there alone, so that every letter begins a token.
    tokens.push(found + (groups?.['next'] ?? ''))
    if (groups?.['emoji'] !== undefined)
      tokens.push(...(found.match(picturePattern)?.slice(1) ?? []))
  }
  return tokens.join(' ')
}

/** Splits what the user typed at its white space. */
export function readTerms(query: string): SearchTerm[] {
  const words = query.toWellFormed().split(/[\s\p{Cc}]+/u)
  return words
    .filter((word) => word !== '')
    .slice(0, termsMaximum)
    .map(readTerm)
}

function readTerm(word: string): SearchTerm {
  const text = normalize(word)
  const tokens: SearchToken[] = []
  const pieces: TermPiece[] = []
  let endOfWord = -1
  let endOfPair = -1
  for (const { 0: found, index, groups } of text.matchAll(tokenPattern)) {
    const end = index + found.length
    if (groups?.['single'] !== undefined) {
      const { next } = groups
      if (next !== undefined) tokens.push({ text: found + next, isBeginning: false })
      else if (index !== endOfPair) tokens.push({ text: found, isBeginning: true })
      if (next !== undefined) endOfPair = end
      pieces.push(toPiece('letter', found))
    } else if (groups?.['word'] !== undefined) {
      const isBeginning = end === text.length
      tokens.push({ text: found, isBeginning })
      // A long word is in pieces.
      if (index === endOfWord) pieces.push(toPiece('symbol', found, true))
      else pieces.push({ ...toPiece('word', found), isWhole: !isBeginning && found.length < 64 })
      endOfWord = end
    } else {
      tokens.push({ text: found, isBeginning: true })
      pieces.push(...Array.from(found, (each, at) => toPiece('symbol', each, at > 0)))
    }
  }
  if (tokens.length === 0) pieces.push(toPiece('symbol', text))
  const isCertain = tokens.length <= 1
  return { tokens: tokens.slice(0, tokensOfTermMaximum), pieces, isCertain }
}

function toPiece(kind: TermPiece['kind'], text: string, isJoined = false): TermPiece {
  return { kind, text, isWhole: false, isJoined }
}

/** Where one of the terms stands. */
export interface TermMatch {
  start: number
  end: number
}

/** The first place at or after `from` in folded text where one of the terms stands. */
export function findTerms(
  text: string,
  terms: readonly SearchTerm[],
  from = 0,
): TermMatch | undefined {
  let first: TermMatch | undefined
  for (const term of terms) {
    const match = findTerm(text, term, from)
    if (!match) continue
    const isEarlier = !first || match.start < first.start
    if (isEarlier || (match.start === first?.start && match.end > first.end)) first = match
  }
  return first
}

/** The first place at or after `from` in folded text where the term stands. */
export function findTerm(text: string, { pieces }: SearchTerm, from = 0): TermMatch | undefined {
  const [first] = pieces
  if (!first || first.text === '') return undefined
  for (let at = text.indexOf(first.text, from); at >= 0; at = text.indexOf(first.text, at + 1)) {
    const end = matchPieces(text, pieces, at)
    if (end !== undefined) return { start: at, end }
  }
  return undefined
}

function matchPieces(
  text: string,
  pieces: readonly TermPiece[],
  start: number,
): number | undefined {
  let at = start
  for (const [index, piece] of pieces.entries()) {
    if (index > 0) at = skip(text, at, piece.isJoined ? isSelector : isGap)
    if (!text.startsWith(piece.text, at)) return undefined
    if (piece.kind === 'word' && isInWord(codePointBefore(text, at))) return undefined
    at += piece.text.length
    if (piece.isWhole && isInWord(codePointAt(text, at))) return undefined
  }
  return at
}

function skip(text: string, start: number, isSkipped: (character: string) => boolean): number {
  let at = start
  for (let next = codePointAt(text, at); next !== '' && isSkipped(next);) {
    at += next.length
    next = codePointAt(text, at)
  }
  return at
}

function isSelector(character: string): boolean {
  return character === '\ufe0e' || character === '\ufe0f'
}

function isGap(character: string): boolean {
  return !letterPattern.test(character)
}

function isInWord(character: string): boolean {
  return wordLetterPattern.test(character)
}

function codePointAt(text: string, at: number): string {
  const code = text.codePointAt(at)
  return code === undefined ? '' : String.fromCodePoint(code)
}

function codePointBefore(text: string, at: number): string {
  const isLowHalf = /[\udc00-\udfff]/.test(text.charAt(at - 1))
  return text.slice(Math.max(0, at - (isLowHalf ? 2 : 1)), at)
}

function normalize(text: string): string {
  return foldedText(text.normalize('NFKC')).replaceAll(selectors, '')
}
