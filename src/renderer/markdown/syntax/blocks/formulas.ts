import type { BlockState, Frame } from './blockState.ts'
import type { StartContext, Started } from './startContext.ts'
import { advanceToNonspace } from './lineCursor.ts'
import { closeTip, openBlock } from './openBlocks.ts'

/** The text behind the opening mark has to look like TeX, or else it is money or text. */
const texHint = /[\\^_{}=]/

/** Environments of displayed formulas, which models write without marks around them. */
const environment =
  /^\\begin\{((?:equation|align(?:at|ed)?|gather(?:ed)?|eqnarray|multline|split|[pbvBV]?matrix|cases|array|CD)\*?)\}/

/**
 * Starts a formula at `$$`, `\[` or `\begin{align*}` at the beginning of a line. `$$`, `\]` or
 * `\end{align*}` at a line's end ends it.
 */
export function startFormula(context: StartContext): Started {
  const { state, cursor, closeUnmatched } = context
  const { line, nextNonspace, indent } = cursor
  if (indent >= 4) return undefined
  const formulaEnd = endOfFormula(line.slice(nextNonspace))
  if (formulaEnd === undefined) return undefined
  closeUnmatched()
  const frame = openBlock(state, { type: 'math', settled: false, tex: '', closed: false })
  frame.formulaEnd = formulaEnd
  advanceToNonspace(cursor)
  return 'leaf'
}

/** Returns what ends the formula that begins here; undefined if none does. */
function endOfFormula(text: string): string | undefined {
  const name = environment.exec(text)?.[1]
  if (name !== undefined) return `\\end{${name}}`
  const mark = text.slice(0, 2)
  if (mark !== '$$' && mark !== '\\[') return undefined
  const formulaEnd = mark === '$$' ? '$$' : '\\]'
  return canFollow(text.slice(2).trim(), formulaEnd) ? formulaEnd : undefined
}

/**
 * Returns whether this can follow the opening mark: nothing, TeX that ends on a later line, or TeX
 * that ends with this line.
 */
function canFollow(rest: string, formulaEnd: string): boolean {
  if (rest === '') return true
  const end = rest.indexOf(formulaEnd)
  if (end < 0) return texHint.test(rest)
  return end > 0 && end === rest.length - formulaEnd.length
}

/** Adds a line to a formula, which it may end. */
export function addFormulaLine(state: BlockState, frame: Frame, text: string): void {
  const { node, formulaEnd } = frame
  if (node.type !== 'math') return
  const isFirst = frame.source === ''
  frame.source += isFirst ? text : `\n${text}`
  const { added, isLast } = formulaEnd.startsWith('\\end')
    ? environmentLine(text.trim(), formulaEnd)
    : markedLine((isFirst ? text.slice(formulaEnd.length) : text).trim(), formulaEnd)
  if (added !== '') node.tex = node.tex === '' ? added : `${node.tex}\n${added}`
  if (!isLast) return
  node.closed = true
  closeTip(state, state.lineNumber)
}

interface FormulaLine {
  added: string
  isLast: boolean
}

function markedLine(body: string, formulaEnd: string): FormulaLine {
  const isLast = body.endsWith(formulaEnd)
  return { added: isLast ? body.slice(0, -formulaEnd.length).trimEnd() : body, isLast }
}

/** The marks of an environment are part of its TeX, as is the mark of a sentence behind them. */
function environmentLine(body: string, formulaEnd: string): FormulaLine {
  return { added: body, isLast: body.replace(/[.,;]$/, '').endsWith(formulaEnd) }
}
