import type { Block } from '../tree.ts'
import { tipOf } from './blockState.ts'
import type { BlockState, Frame } from './blockState.ts'
import { continueFence } from './fences.ts'
import { advanceColumns, advanceOffset, advanceToNonspace, isSpaceOrTab } from './lineCursor.ts'
import type { LineCursor } from './lineCursor.ts'
import { closeTip } from './openBlocks.ts'
import type { Continuation } from './startContext.ts'
import { canAddRows } from './tables.ts'

const greater = 62
const detailsEnd = /^<\/details>[ \t]*$/i
const summaryLine = /^<summary>(.*)<\/summary>[ \t]*$/i

/** Takes from the line what an open block demands of it. `depth` is the block's in the stack. */
export function continueBlock(
  state: BlockState,
  frame: Frame,
  depth: number,
  cursor: LineCursor,
): Continuation {
  const node = frame.node as Block
  switch (node.type) {
    case 'blockquote':
    case 'alert':
      return takeQuoteMark(cursor) ? 'yes' : 'no'
    case 'list':
      return 'yes'
    case 'listItem':
      // An item that begins with a blank line holds nothing after a second one.
      return takeIndentation(
        cursor,
        frame.indentation,
        frame.childEnd > 0 || tipOf(state) !== frame,
      )
    case 'footnoteDefinition':
      return takeIndentation(cursor, 4, true)
    case 'details':
      return continueDetails(state, node, depth, cursor)
    case 'code':
      return frame.fence === ''
        ? takeIndentation(cursor, 4, true)
        : continueFence(state, frame, node, cursor)
    case 'html':
      return cursor.isBlank && !frame.htmlEnd ? 'no' : 'yes'
    case 'table':
      return cursor.isBlank || !canAddRows(frame) ? 'no' : 'yes'
    case 'paragraph':
    case 'math':
      return cursor.isBlank ? 'no' : 'yes'
    default:
      return 'no'
  }
}

/** Takes `>` and one space after it. Returns whether it was there. */
export function takeQuoteMark(cursor: LineCursor): boolean {
  if (cursor.indent > 3 || cursor.line.charCodeAt(cursor.nextNonspace) !== greater) return false
  advanceToNonspace(cursor)
  advanceOffset(cursor, 1)
  if (isSpaceOrTab(cursor.line.charCodeAt(cursor.offset))) advanceColumns(cursor, 1)
  return true
}

function takeIndentation(cursor: LineCursor, columns: number, mayBeBlank: boolean): Continuation {
  if (cursor.isBlank) {
    if (!mayBeBlank) return 'no'
    if (cursor.indent >= columns) advanceColumns(cursor, columns)
    else advanceToNonspace(cursor)
    return 'yes'
  }
  if (cursor.indent < columns) return 'no'
  advanceColumns(cursor, columns)
  return 'yes'
}

function continueDetails(
  state: BlockState,
  node: Extract<Block, { type: 'details' }>,
  depth: number,
  cursor: LineCursor,
): Continuation {
  if (cursor.indent > 3 || cursor.line[cursor.nextNonspace] !== '<') return 'yes'
  // Inside code, the tag is code.
  const { type } = tipOf(state).node
  if (type === 'code' || type === 'html') return 'yes'
  const rest = cursor.line.slice(cursor.nextNonspace)
  if (detailsEnd.test(rest)) {
    if (isInsideAnother(state, depth)) return 'yes'
    while (state.stack.length > depth + 1) closeTip(state, state.lineNumber - 1)
    closeTip(state, state.lineNumber)
    return 'taken'
  }
  if (node.summary !== '' || node.children.length > 0) return 'yes'
  const summary = summaryLine.exec(rest)?.[1]
  if (summary === undefined) return 'yes'
  node.summary = summary.trim()
  return 'taken'
}

/** Returns whether other details are open within these. The innermost ones end first. */
function isInsideAnother(state: BlockState, depth: number): boolean {
  return state.stack.slice(depth + 1).some(({ node }) => node.type === 'details')
}
