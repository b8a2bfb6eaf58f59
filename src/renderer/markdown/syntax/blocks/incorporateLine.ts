import { startBlock } from './startBlock.ts'
import { frameAt, tipOf } from './blockState.ts'
import type { BlockState, Frame } from './blockState.ts'
import { continueBlock } from './continuation.ts'
import { addFormulaLine } from './formulas.ts'
import { isUndecided, mayEnd } from './heldBack.ts'
import { createLineCursor, findNextNonspace, restOfLine } from './lineCursor.ts'
import type { LineCursor } from './lineCursor.ts'
import { closeTip, openBlock } from './openBlocks.ts'
import { addParagraphLine, beginParagraph } from './paragraphs.ts'
import { addTableRow } from './tables.ts'

/**
 * Reads one line, without its end. As CommonMark says, the line first continues the open blocks,
 * then begins new ones; the deepest block takes the rest. Returns false if a provisional line may
 * become another kind of block and must be taken back.
 */
export function incorporateLine(state: BlockState, line: string): boolean {
  state.lineNumber += 1
  const cursor = createLineCursor(line)
  let matched = matchOpenBlocks(state, cursor)
  if (matched === 'taken') return true
  if (matched === 'undecided') return false
  const closeUnmatched = (): void => {
    while (state.stack.length > Number(matched)) closeTip(state, state.lineNumber - 1)
  }

  while (!takesAnyLine(frameAt(state, matched - 1))) {
    findNextNonspace(cursor)
    const container = frameAt(state, matched - 1)
    if (state.isProvisional && isUndecided(state, container, cursor)) return false
    const isLazy = matched < state.stack.length && tipOf(state).node.type === 'paragraph'
    const context = { state, cursor, container, maybeLazy: isLazy, closeUnmatched }
    const started = startBlock(context)
    if (!started) break
    matched = state.stack.length
    if (started === 'leaf') break
  }
  findNextNonspace(cursor)
  const tip = tipOf(state)
  const isLazy = matched < state.stack.length && !cursor.isBlank && tip.node.type === 'paragraph'
  if (!isLazy) closeUnmatched()
  addRest(state, cursor)
  return true
}

/** Returns how many of the open blocks the line goes on with, from the document down. */
function matchOpenBlocks(state: BlockState, cursor: LineCursor): number | 'taken' | 'undecided' {
  for (let depth = 1; depth < state.stack.length; depth += 1) {
    findNextNonspace(cursor)
    const frame = frameAt(state, depth)
    if (state.isProvisional && mayEnd(frame, cursor)) return 'undecided'
    const continuation = continueBlock(state, frame, depth, cursor)
    if (continuation === 'taken') return 'taken'
    if (continuation === 'no') return depth
  }
  return state.stack.length
}

/** Returns whether every line inside a block belongs to it, whatever it looks like. */
function takesAnyLine({ node: { type } }: Frame): boolean {
  return type === 'code' || type === 'html' || type === 'math'
}

/** Gives what is left of the line to the deepest open block, or to a new paragraph in it. */
function addRest(state: BlockState, cursor: LineCursor): void {
  const frame = tipOf(state)
  const { node } = frame
  switch (node.type) {
    case 'code':
      // The line of the opening fence itself has been taken.
      if (frame.fence === '' || state.lineNumber > frame.startLine) {
        addCodeLine(frame, node.lines, cursor)
      }
      return
    case 'html':
      addHtmlLine(state, frame, cursor)
      return
    case 'math':
      addFormulaLine(state, frame, cursor.line.slice(cursor.nextNonspace))
      return
    case 'table':
      if (!cursor.isBlank) addTableRow(frame, cursor.line.slice(cursor.nextNonspace))
      return
    case 'paragraph':
      if (!cursor.isBlank) addParagraphLine(state, cursor.line.slice(cursor.nextNonspace))
      return
    default:
      if (cursor.isBlank) return
      openBlock(state, { type: 'paragraph', settled: false, text: '' })
      beginParagraph(state, cursor.line.slice(cursor.nextNonspace))
  }
}

/**
 * Adds a line of code. Blank lines wait for the next line: at the end of indented code they do not
 * count.
 */
function addCodeLine(frame: Frame, lines: string[], cursor: LineCursor): void {
  const line = restOfLine(cursor)
  if (frame.fence === '' && cursor.isBlank) {
    frame.blankLines += `${line}\n`
    return
  }
  const blankLines = frame.blankLines === '' ? [] : frame.blankLines.slice(0, -1).split('\n')
  for (const blank of blankLines) lines.push(blank)
  frame.blankLines = ''
  lines.push(line)
}

function addHtmlLine(state: BlockState, frame: Frame, cursor: LineCursor): void {
  const { node, htmlEnd } = frame
  if (node.type !== 'html') return
  const line = restOfLine(cursor)
  if (cursor.isBlank) {
    frame.blankLines += `${line}\n`
    return
  }
  node.html += state.lineNumber === frame.startLine ? line : `\n${frame.blankLines}${line}`
  frame.blankLines = ''
  if (htmlEnd?.test(line)) closeTip(state, state.lineNumber)
}
