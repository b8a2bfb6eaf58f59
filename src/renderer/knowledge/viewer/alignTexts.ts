import type { TextRange } from './findInText.ts'

/** Letters, digits and what combines with them: the rest of a source may be marks of its format. */
const lettersPattern = /[\p{L}\p{N}\p{M}]+/gu
const letterPattern = /[\p{L}\p{N}\p{M}]/u
/** Letters ahead in which a text is searched: enough to pass the address of a link. */
const nearLetters = 2000
/** A line with so many letters is looked for in all that follows if it is not near. */
const longLetters = 12
/** Letters that all such searches together may pass. */
const maxFarLetters = 20_000_000
const wordsAtOnce = [8, 4, 2, 1]
/** Less of a passage is not shown: a diagram, or pictures. */
const shownPart = 0.25

interface Letters {
  text: string
  /** The offset of each letter in the text that they are of. */
  offsets: number[]
}

/**
 * Returns what tells where a range of a source text stands in the text that was drawn of it;
 * undefined for what is not drawn as text. The letters of each drawn line follow each other in the
 * source too, or those of its words do, with marks, addresses and tags between them.
 */
export function alignTexts(
  source: string,
  drawn: string,
): (range: TextRange) => TextRange | undefined {
  const letters = lettersOf(source, 0)
  /** Both of the same letters, ascending. */
  const inSource: number[] = []
  const inDrawn: number[] = []
  let cursor = 0
  let farLetters = maxFarLetters

  function take(found: Letters, letterCount = nearLetters): boolean {
    const near = letters.text.slice(cursor, cursor + letterCount + found.text.length)
    let at = near.indexOf(found.text)
    while (at !== -1 && !isWhole(cursor + at, found.text.length)) {
      at = near.indexOf(found.text, at + 1)
    }
    if (at === -1) return false
    for (let index = 0; index < found.offsets.length; index += 1) {
      inSource.push(letters.offsets[cursor + at + index] ?? 0)
      inDrawn.push(found.offsets[index] ?? 0)
    }
    cursor += at + found.text.length
    return true
  }

  /** Tells whether letters are no part of a longer word of the source. */
  function isWhole(first: number, length: number): boolean {
    const { offsets } = letters
    const isBeside = (index: number): boolean =>
      (offsets[index] ?? -1) - (offsets[index - 1] ?? -1) === 1
    return !(first > 0 && isBeside(first)) && !isBeside(first + length)
  }

  /** Takes a line that stands far away, as after a picture that is written into its address. */
  function takeFar(line: Letters): void {
    const rest = letters.text.length - cursor
    if (line.text.length < longLetters || farLetters < rest) return
    farLetters -= rest
    take(line, rest)
  }

  /** Takes a line by its words: several at once where it can, because one alone occurs anywhere. */
  function takeWords(line: string, at: number, letterCount: number): boolean {
    const before = { cursor, taken: inSource.length }
    const words = Array.from(line.matchAll(lettersPattern), ({ 0: word, index }) => ({
      start: index,
      end: index + word.length,
    }))
    for (let first = 0; first < words.length;) {
      const { start = 0 } = words[first] ?? {}
      const taken = wordsAtOnce.find((count) => {
        const end = words[first + count - 1]?.end
        return end !== undefined && take(lettersOf(line.slice(start, end), at + start))
      })
      first += taken ?? 1
    }
    if ((inSource.length - before.taken) * 2 >= letterCount) return true
    // Its words stood there by chance.
    cursor = before.cursor
    inSource.length = before.taken
    inDrawn.length = before.taken
    return false
  }

  for (let start = 0; start < drawn.length;) {
    const lineEnd = drawn.indexOf('\n', start)
    const end = lineEnd === -1 ? drawn.length : lineEnd
    const line = drawn.slice(start, end)
    const whole = lettersOf(line, start)
    const { length } = whole.text
    if (length > 0 && !take(whole) && !takeWords(line, start, length)) takeFar(whole)
    start = end + 1
  }

  return ({ start, end }) => {
    const first = firstFrom(inSource, start)
    const last = firstFrom(inSource, end) - 1
    const wanted = firstFrom(letters.offsets, end) - firstFrom(letters.offsets, start)
    if (last < first || last - first + 1 < wanted * shownPart) return undefined
    return withPunctuation(drawn, {
      start: inDrawn[first] ?? 0,
      end: (inDrawn[last] ?? 0) + 1,
    })
  }
}

function lettersOf(text: string, at: number): Letters {
  const offsets: number[] = []
  let letters = ''
  for (const { 0: run, index } of text.matchAll(lettersPattern)) {
    const folded = run.toLowerCase()
    // Few letters become two in lower case.
    letters += folded.length === run.length ? folded : run
    for (let each = 0; each < run.length; each += 1) offsets.push(at + index + each)
  }
  return { text: letters, offsets }
}

/** Adds the marks that stand directly before and after the letters, up to a space. */
function withPunctuation(text: string, { start, end }: TextRange): TextRange {
  let from = start
  while (from > 0 && isPunctuation(text[from - 1])) from -= 1
  let till = end
  while (till < text.length && isPunctuation(text[till])) till += 1
  const isOwn = (neighbour: string | undefined): boolean => !letterPattern.test(neighbour ?? '')
  return {
    start: isOwn(text[from - 1]) ? from : start,
    end: isOwn(text[till]) ? till : end,
  }
}

function isPunctuation(character: string | undefined): boolean {
  return character !== undefined && !/\s/.test(character) && !letterPattern.test(character)
}

/** Returns the index of the first of ascending numbers that is not less. */
function firstFrom(numbers: readonly number[], least: number): number {
  let low = 0
  let high = numbers.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((numbers[middle] ?? 0) < least) low = middle + 1
    else high = middle
  }
  return low
}
