/** Tells whether a mark lies in a formula in single dollars, without holding back prices. */
export interface DollarReader {
  /** Takes text that was passed on. */
  pass: (text: string) => void
  /** Takes the dollar at `at`, after it was passed on. */
  meet: (text: string, at: number) => void
  /**
   * Returns the end of the formula that the mark at `at` lies in; undefined if there is none,
   * 'more' if that depends on what follows.
   */
  endOfFormula: (text: string, at: number, ending: boolean) => number | 'more' | undefined
}

const maxLength = 400
/** No space inside the dollars, no digit or letter behind them, all on one line. */
const whole = /^\$(?!\s)(?:[^$\n\\`]|\\.)*?[^\s$\\`]\$(?![\p{L}\p{N}])/u

export function createDollarReader(): DollarReader {
  /** The line from the last dollar that may begin a formula; empty for none. */
  let open = ''

  return {
    pass(text) {
      if (open === '') return
      open += text
      if (text.includes('\n') || open.length > maxLength) open = ''
    },
    meet(text, at) {
      const next = text[at + 1] ?? ''
      const closes = open !== '' && whole.test(open + next)
      open = closes || next.trim() === '' ? '' : '$'
    },
    endOfFormula(text, at, ending) {
      if (open === '') return undefined
      const rest = text.slice(at, at + maxLength)
      const found = whole.exec(open + rest)
      const isOpen = !/[$\n]./su.test(rest) && rest.length < maxLength
      if (isOpen && !ending) return 'more'
      const end = found ? at + found[0].length - open.length : undefined
      open = ''
      return end
    },
  }
}
