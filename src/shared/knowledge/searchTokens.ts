import { foldedText } from './textSearch.ts'

/** Scripts written without spaces, or (Korean) with endings attached to the word. */
const spaceless = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u30fc\uff70]`
/** A letter, a digit, or a mark that belongs to one. Needs the regular expression flag v. */
export const letter = String.raw`[[\p{L}\p{N}\p{M}\p{Co}]--[\ufe0e\ufe0f]]`
/** The same, without letters of scripts without spaces. */
export const wordLetter = `[${letter}--${spaceless}]`
const picture = String.raw`\p{Extended_Pictographic}\p{Emoji_Modifier}?[\u{e0020}-\u{e007f}]{0,8}`
const emoji = String.raw`\p{RI}{2}|${picture}(?:\u200d${picture}){0,9}`
/** Every repetition is bounded: a model's answer may be a single word of several megabytes. */
const tokenPattern = new RegExp(
  String.raw`(?<single>${spaceless})(?=(?<next>${spaceless})?)|(?<word>${wordLetter}{1,64})|(?<emoji>${emoji})|(?<symbol>[\p{S}--\p{ASCII}])`,
  'gv',
)
/** ASCII with the dashes, quotation marks and dots of print, none of which is a token. */
const plainText = /^[\0-\x7f\u2010-\u2027]*$/
const plainWord = /[a-z0-9]{1,64}/g
const letterPattern = new RegExp(letter, 'v')
const wordLetterPattern = new RegExp(wordLetter, 'v')
const picturePattern = /\p{Extended_Pictographic}|\p{Emoji_Modifier}/gu
/** Variation selectors, which choose how an emoji is drawn. */
const selectors = /[\ufe0e\ufe0f]/g
const maxTerms = 20
/** Enough tokens to exclude nearly all other messages. The text itself decides. */
const maxTokensPerTerm = 30

/** One word of a query. */
export interface SearchTerm {
  /**
   * The tokens to look up in the index, all required; empty for a word that the index does not
   * cover, such as `#`.
   */
  tokens: readonly SearchToken[]
  /** The pieces that must follow one another in the text. */
  pieces: readonly TermPiece[]
  /** False if the index can't tell whether the tokens are adjacent. */
  isCertain: boolean
}

interface SearchToken {
  text: string
  /** True if it also matches longer words that begin with it. */
  isBeginning: boolean
}

export interface TermPiece {
  text: string
  /**
   * A `word` starts at a word boundary and, if `isWhole`, ends at one. Letters and symbols match
   * anywhere.
   */
  kind: 'word' | 'letter' | 'symbol'
  isWhole: boolean
  /** True if only a variation selector may separate it from the piece before. */
  isJoined: boolean
}

/**
 * Returns the index tokens of a text: folded and separated by spaces. Scripts without spaces give
 * overlapping pairs of letters; symbols are single; an emoji is whole and also in its parts.
 */
export function indexTokens(text: string): string {
  const normal = normalize(text)
  // Most texts have nothing but such words once their accents are off.
  if (plainText.test(normal)) return normal.match(plainWord)?.join(' ') ?? ''
  const tokens: string[] = []
  for (const { 0: found, groups } of normal.matchAll(tokenPattern)) {
    // The last letter of a run gets a token of its own, so that every letter begins a token.
    tokens.push(found + (groups?.['next'] ?? ''))
    if (groups?.['emoji'] !== undefined)
      tokens.push(...(found.match(picturePattern)?.slice(1) ?? []))
  }
  return tokens.join(' ')
}

/** Splits a query at white space. */
export function readTerms(query: string): SearchTerm[] {
  const words = query.toWellFormed().split(/[\s\p{Cc}]+/u)
  return words
    .filter((word) => word !== '')
    .slice(0, maxTerms)
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
      // The index splits a long word into pieces.
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
  return { tokens: tokens.slice(0, maxTokensPerTerm), pieces, isCertain }
}

function toPiece(kind: TermPiece['kind'], text: string, isJoined = false): TermPiece {
  return { kind, text, isWhole: false, isJoined }
}

/** The position of a match. */
export interface TermMatch {
  start: number
  end: number
}

/** Returns the first match of any term at or after `from` in folded text. */
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

/** Returns the first match of the term at or after `from` in folded text. */
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
