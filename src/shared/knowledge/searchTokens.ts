import { letter, spaceless, wordLetter } from './letters.ts'
import { findWordSigns, type WordSign } from './signedWords.ts'
import { foldedText } from './textSearch.ts'

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
  /** The tokens for an index from before signs of words had tokens. */
  plainTokens: readonly SearchToken[]
  /** The pieces that must follow one another in the text. */
  pieces: readonly TermPiece[]
  /** False if the index can't tell whether the tokens are adjacent. */
  isCertain: boolean
}

export interface SearchToken {
  text: string
  /** True if it also matches longer words that begin with it. */
  isBeginning: boolean
}

export interface TermPiece {
  text: string
  /**
   * A `word` starts at a word boundary and, if `isWhole`, ends at one. Letters, symbols and the signs
   * of words match anywhere.
   */
  kind: 'word' | 'letter' | 'symbol' | 'sign'
  isWhole: boolean
  /**
   * True if only a variation selector, or before a sign Markdown's backslash, may separate it from
   * the piece before.
   */
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

/**
 * Returns the tokens of a text's words with signs, separated by spaces: C++, C#, .NET, GB/s, R&D.
 * They come in addition: `indexTokens` has their words without the signs.
 */
export function signTokens(text: string): string {
  const tokens = findWordSigns(normalize(text)).map(({ token }) => token)
  return [...new Set(tokens)].join(' ')
}

/** Splits a query at white space. */
export function readTerms(query: string): SearchTerm[] {
  const words = query.toWellFormed().split(/[\s\p{Cc}]+/u)
  return words
    .filter((word) => word !== '')
    .slice(0, maxTerms)
    .map(readTerm)
}

/** A token and its place in the term. */
interface PlacedToken extends SearchToken {
  start: number
  end: number
}

function readTerm(word: string): SearchTerm {
  const text = normalize(word)
  const signs = findWordSigns(text).filter((sign) => isOfTerm(text, sign))
  const { placed, pieces } = readPieces(text, signs)
  const plainTokens = placed.slice(0, maxTokensPerTerm).map(toToken)
  const signed = signs.map(({ token, end, isCut }) => ({
    text: token,
    isBeginning: end === text.length && !isCut,
  }))
  const others = placed.filter(({ start, end }) =>
    signs.every((sign) => sign.isCut || start < sign.start || end > sign.end),
  )
  const tokens = [...signed, ...others.map(toToken)].slice(0, maxTokensPerTerm)
  const isCertain = tokens.length <= 1 && !signs.some(({ isCut }) => isCut)
  return { tokens, plainTokens, pieces, isCertain }
}

/** Node.js is also found as “Node js”: a point belongs only to the word that it begins. */
function isOfTerm(text: string, { kind, at }: WordSign): boolean {
  return kind !== 'before' || !isInWord(codePointBefore(text, at))
}

function toToken({ text, isBeginning }: PlacedToken): SearchToken {
  return { text, isBeginning }
}

function readPieces(
  text: string,
  signs: readonly WordSign[],
): { placed: PlacedToken[]; pieces: TermPiece[] } {
  const placed: PlacedToken[] = []
  const pieces: TermPiece[] = []
  let endOfWord = -1
  let endOfPair = -1
  const waiting = [...signs]
  // Tells whether the piece at this place follows a sign that joins it to the word before.
  const putSigns = (before: number): boolean => {
    let last: WordSign | undefined
    while (waiting[0] && waiting[0].at < before) {
      last = waiting.shift()
      if (last) pieces.push(...toSignPieces(last))
    }
    return last !== undefined && last.kind !== 'after'
  }
  for (const { 0: found, index, groups } of text.matchAll(tokenPattern)) {
    const isJoined = putSigns(index)
    const end = index + found.length
    const place = { start: index, end }
    if (groups?.['single'] !== undefined) {
      const { next } = groups
      if (next !== undefined) placed.push({ ...place, text: found + next, isBeginning: false })
      else if (index !== endOfPair) placed.push({ ...place, text: found, isBeginning: true })
      if (next !== undefined) endOfPair = end
      pieces.push(toPiece('letter', found))
    } else if (groups?.['word'] !== undefined) {
      const isBeginning = end === text.length
      placed.push({ ...place, text: found, isBeginning })
      // The index splits a long word into pieces.
      if (index === endOfWord) pieces.push(toPiece('symbol', found, true))
      else {
        const isWhole = !isBeginning && found.length < 64
        pieces.push({ ...toPiece('word', found, isJoined), isWhole })
      }
      endOfWord = end
    } else if (!signs.some(({ at }) => at === index)) {
      placed.push({ ...place, text: found, isBeginning: true })
      pieces.push(...Array.from(found, (each, at) => toPiece('symbol', each, at > 0)))
    }
  }
  putSigns(Infinity)
  if (placed.length === 0) pieces.push(toPiece('symbol', text))
  return { placed, pieces }
}

function toSignPieces({ kind, sign }: WordSign): TermPiece[] {
  return Array.from(sign, (each, index) => toPiece('sign', each, kind !== 'before' || index > 0))
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
    if (index > 0) at = skip(text, at, gapBefore(piece))
    if (!text.startsWith(piece.text, at)) return undefined
    if (piece.kind === 'word' && isInWord(codePointBefore(text, at))) return undefined
    at += piece.text.length
    if (piece.isWhole && isInWord(codePointAt(text, at))) return undefined
  }
  return at
}

function gapBefore({ kind, isJoined }: TermPiece): (character: string) => boolean {
  if (!isJoined) return isGap
  return kind === 'sign' ? isEscape : isSelector
}

function isEscape(character: string): boolean {
  return character === '\\'
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
