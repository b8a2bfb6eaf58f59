export interface FormulaSpan {
  tex: string
  display: boolean
  end: number
}

const maxLength = 4000
const blankLine = /\n[ \t]*\n/

export interface FormulaFinder {
  /**
   * Returns the formula that begins with the `$`, `\(` or `\[` at `start`; undefined if there is
   * none.
   */
  find: (start: number) => FormulaSpan | undefined
}

/** Finds TeX in a text; each end is looked for once. */
export function createFormulaFinder(text: string): FormulaFinder {
  /** The next end of each kind, from where it was last looked for. */
  const ends = new Map<string, number>()

  const findEnd = (mark: string, start: number): number => {
    const known = ends.get(mark)
    if (known !== undefined && (known < 0 || known >= start)) return known
    const end = text.indexOf(mark, start)
    ends.set(mark, end)
    return end
  }

  const between = (start: number, close: string, display: boolean): FormulaSpan | undefined => {
    const end = findEnd(close, start + 2)
    if (end < 0 || end - start > maxLength) return undefined
    const tex = text.slice(start + 2, end)
    // The inner one of two that begin is the formula.
    if (close !== '$$' && tex.includes(text.slice(start, start + 2))) return undefined
    // TeX without letters or digits is text: there, the backslash only escapes the bracket.
    if (!/[\p{L}\p{N}]/u.test(tex) || blankLine.test(tex)) return undefined
    return { tex: tex.trim(), display, end: end + 2 }
  }

  const single = (start: number): FormulaSpan | undefined => {
    const end = closingDollar(text, start + 1)
    if (end < 0 || !isFormula(text, start, end)) return undefined
    return { tex: text.slice(start + 1, end), display: false, end: end + 1 }
  }

  return {
    find: (start) => {
      if (text.startsWith('\\(', start)) return between(start, '\\)', false)
      if (text.startsWith('\\[', start)) return between(start, '\\]', true)
      if (text.startsWith('$$', start)) return between(start, '$$', true)
      return single(start)
    },
  }
}

/** Returns the index of the next dollar on the line without a backslash before it. */
function closingDollar(text: string, start: number): number {
  const longest = Math.min(text.length, start + maxLength)
  for (let index = start; index < longest; index += 1) {
    const character = text[index]
    if (character === '\\') index += 1
    else if (character === '$') return index
    else if (character === '\n' || character === '`') return -1
  }
  return -1
}

/** Prices and shell variables are none: no space inside the dollars, no word or number behind. */
function isFormula(text: string, start: number, end: number): boolean {
  const tex = text.slice(start + 1, end)
  if (tex === '' || /^\s|\s$/.test(tex)) return false
  if (/^[\d.,]+\s/.test(tex) && !/[\\^_={}]/.test(tex)) return false
  const following = String.fromCodePoint(text.codePointAt(end + 1) ?? 32)
  return !/[\d\p{L}$]/u.test(following)
}
