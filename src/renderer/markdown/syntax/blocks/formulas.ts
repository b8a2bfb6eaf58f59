import type { BlockState, Frame } from './blockState.ts'
import type { StartContext, Started } from './startContext.ts'
import { advanceToNonspace } from './lineCursor.ts'
import { closeTip, openBlock } from './openBlocks.ts'

/** The text behind the opening mark has to look like TeX, or else it is money or text. */
const texHint = /[\\^_{}=]/

/**
 * Starts a formula at `$$` or `\[` at the beginning of a line. `$$` or `\]` at a line's end ends
 * it.
 */
export function startFormula(context: StartContext): Started {
  const { state, cursor, closeUnmatched } = context
  const { line, nextNonspace, indent } = cursor
  const mark = line.slice(nextNonspace, nextNonspace + 2)
  if (indent >= 4 || (mark !== '$$' && mark !== '\\[')) return undefined
  const formulaEnd = mark === '$$' ? '$$' : '\\]'
  const rest = line.slice(nextNonspace + 2).trim()
  if (!canFollow(rest, formulaEnd)) return undefined
  closeUnmatched()
  const frame = openBlock(state, { type: 'math', settled: false, tex: '', closed: false })
  frame.formulaEnd = formulaEnd
  advanceToNonspace(cursor)
  return 'leaf'
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
  const body = (isFirst ? text.slice(formulaEnd.length) : text).trim()
  const isLast = body.endsWith(formulaEnd)
  const added = isLast ? body.slice(0, -formulaEnd.length).trimEnd() : body
  if (added !== '') node.tex = node.tex === '' ? added : `${node.tex}\n${added}`
  if (!isLast) return
  node.closed = true
  closeTip(state, state.lineNumber)
}
