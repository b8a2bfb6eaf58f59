import { createDollarReader } from './dollarReader.ts'
import { createLineReader } from './lineReader.ts'
import { scanVerbatim } from './verbatimSpans.ts'

/** Rewrites the marks of a text that arrives in pieces. */
export interface MarkWriter {
  /** Takes more of the text. Returns what is certain; the end may be held back until more comes. */
  push: (text: string) => string
  /** Ends the text. Returns what was held back. */
  end: () => string
}

/** Returns the number to write in a mark's place; undefined if it stands for no passage. */
export type Renumber = (number: number) => number | undefined

/** A mark, such as `[1]`, `[1, 3]`, `[2-4]` or `【1】`. */
const mark = /(?:\[ ?(\d[\d ,;–-]*)\]|[【［] ?(\d[\d ,;，、–-]*)(?:†[^】\n]{0,80})?[】］])/y
/** The beginning of a mark, up to the end of the text. */
const beginning = /(?:\[[\d ,;–-]{0,40}|[【［][\d ,;，、–-]{0,40}(?:†[^】\n]{0,80})?)$/y
const maxRange = 10
/** Characters that nothing below looks at. */
const plain = /[^\n\\`$[【［]+/y

/**
 * Rewrites each mark of a passage to `[n]`, with the number that `renumber` gives. Leaves code,
 * formulas, links and escaped brackets as they are, and numbers that stand for no passage. Reads
 * Markdown only as far as that needs, and each character a bounded number of times.
 */
export function createMarkWriter(renumber: Renumber): MarkWriter {
  const lines = createLineReader()
  const dollars = createDollarReader()
  let held = ''

  function read(ending: boolean): string {
    const text = held
    let at = 0
    let written = ''
    const keep = (end: number): void => {
      const kept = text.slice(at, end)
      dollars.pass(kept)
      written += kept
      at = end
    }
    while (at < text.length) {
      if (lines.isAtStart()) {
        const end = lines.begin(text, at, ending)
        if (end === undefined) break
        keep(end)
        continue
      }
      const end = lines.isCode() ? endOfLine(text, at) : endOfPlain(text, at)
      if (end > at) {
        keep(end)
        continue
      }
      if (text[at] === '\n') {
        lines.end()
        keep(at + 1)
        continue
      }
      const span = scanVerbatim(text, at, ending)
      if (span === 'more') break
      if (span !== undefined) {
        keep(span)
        continue
      }
      if (text[at] === '$') {
        keep(at + 1)
        dollars.meet(text, at - 1)
        continue
      }
      const found = scanMark(text, at, ending)
      if (found === 'more') break
      const formula = found && dollars.endOfFormula(text, at, ending)
      if (formula === 'more') break
      if (formula !== undefined) {
        keep(formula)
        continue
      }
      const numbers = numbersOf(found?.written ?? '').flatMap((number) => renumber(number) ?? [])
      if (!found || numbers.length === 0) {
        keep(found?.end ?? at + 1)
        continue
      }
      written += [...new Set(numbers)].map((number) => `[${String(number)}]`).join('')
      at = found.end
    }
    held = text.slice(at)
    return written
  }

  return {
    push(text) {
      held += text
      return read(false)
    },
    end() {
      const written = read(true) + held
      held = ''
      lines.reset()
      dollars.pass('\n')
      return written
    },
  }
}

/** Returns a whole text with its marks rewritten. */
export function rewriteMarks(text: string, renumber: Renumber): string {
  const writer = createMarkWriter(renumber)
  return writer.push(text) + writer.end()
}

function endOfLine(text: string, start: number): number {
  const newline = text.indexOf('\n', start)
  return newline < 0 ? text.length : newline
}

function endOfPlain(text: string, start: number): number {
  plain.lastIndex = start
  return plain.test(text) ? plain.lastIndex : start
}

function scanMark(
  text: string,
  start: number,
  ending: boolean,
): { written: string; end: number } | 'more' | undefined {
  mark.lastIndex = start
  const found = mark.exec(text)
  if (!found) {
    beginning.lastIndex = start
    return !ending && beginning.test(text) ? 'more' : undefined
  }
  const end = start + found[0].length
  if (found[1] !== undefined) {
    if (end === text.length && !ending) return 'more'
    // A link, or the definition of one.
    if (text[end] === '(' || text[end] === ':') return undefined
  }
  return { written: found[1] ?? found[2] ?? '', end }
}

/** Returns the numbers of a mark; a range stands for all of its numbers. */
function numbersOf(written: string): number[] {
  return written.split(/[,;，、]/).flatMap((piece) => {
    const [first, last = first] = piece.split(/[–-]/).map((number) => Number(number.trim()))
    if (first === undefined || last === undefined || first === 0) return []
    if (last < first || last - first > maxRange) return []
    return Array.from({ length: last - first + 1 }, (_, index) => first + index)
  })
}
