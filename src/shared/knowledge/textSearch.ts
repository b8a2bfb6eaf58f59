/** A text without case, accents, vowel points and differences of width, for comparison. */
export interface FoldedText {
  text: string
  /** The position and length in the original of each code unit of `text`; undefined if equal. */
  offsets: readonly number[] | undefined
}

/**
 * Accents, the points of Hebrew and Arabic, and the Arabic lengthening stroke. The vowel signs of
 * Indic scripts are letters and stay.
 */
const marks = /[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u0640]/g
// oxlint-disable-next-line no-control-regex -- the range is all of ASCII
const asciiOnly = /^[\u0000-\u007f]*$/
const letters = new Map<string, string>()
const maxLetters = 20_000

/** Folds a text letter by letter, so that matches can be mapped back to the original. */
export function foldText(original: string): FoldedText {
  if (asciiOnly.test(original)) return { text: original.toLowerCase(), offsets: undefined }
  let text = ''
  const offsets: number[] = []
  let offset = 0
  for (const letter of original) {
    const folded = foldLetter(letter)
    text += folded
    for (let unit = 0; unit < folded.length; unit += 1) offsets.push(offset)
    offset += letter.length
  }
  offsets.push(offset)
  return { text, offsets }
}

/** Everything except ASCII and most East Asian letters, which folding leaves unchanged. */
const changing = /[^\0-\u007f\u3041-\u3096\u30a1-\u30fa\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3]/gu

/** Returns only the text of `foldText`, faster. */
export function foldedText(original: string): string {
  return original.replaceAll(changing, foldLetter).toLowerCase()
}

function foldLetter(letter: string): string {
  const known = letters.get(letter)
  if (known !== undefined) return known
  const plain = letter.normalize('NFKD').replace(marks, '').toLowerCase().replace(marks, '')
  // NFC recomposes Hangul: one syllable must not match within another that begins with it.
  const folded = plain.normalize('NFC').replace('ς', 'σ')
  if (letters.size < maxLetters) letters.set(letter, folded)
  return folded
}

/**
 * Returns a pattern for a query in folded text. White space matches any white space. Returns
 * undefined for an empty query.
 */
export function queryPattern(query: string): RegExp | undefined {
  const { text } = foldText(query.toWellFormed())
  if (text.trim() === '') return undefined
  const source = text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&').replaceAll(/\s+/g, '\\s+')
  return new RegExp(source, 'gu')
}

/**
 * Returns a function that counts matches in texts folded by `foldedText`; undefined for an empty
 * query.
 */
export function queryCounter(query: string): ((folded: string) => number) | undefined {
  const pattern = queryPattern(query)
  if (!pattern) return undefined
  const { text } = foldText(query.toWellFormed())
  const words = text.split(/\s+/).filter((word) => word !== '')
  // Most texts lack a word of the query. This check is much faster than the pattern.
  return (folded) => {
    if (!words.every((word) => folded.includes(word))) return 0
    return words[0] === text ? countWord(folded, text) : countPattern(folded, pattern)
  }
}

function countWord(text: string, word: string): number {
  let count = 0
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) count += 1
  return count
}

function countPattern(text: string, pattern: RegExp): number {
  let count = 0
  for (const _match of text.matchAll(pattern)) count += 1
  return count
}
