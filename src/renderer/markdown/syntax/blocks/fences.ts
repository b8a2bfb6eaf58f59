import type { CodeBlock } from '../tree.ts'
import type { BlockState, Frame } from './blockState.ts'
import { advanceColumns, restOfLine, skipSpaces } from './lineCursor.ts'
import type { LineCursor } from './lineCursor.ts'
import { closeTip } from './openBlocks.ts'
import type { Continuation } from './startContext.ts'

const markdownInfo = /^(?:markdown|md|mdx)\b/i

/**
 * Reads a line of fenced code. Models write a Markdown document, fences and all, between fences of
 * three backticks. There, other than in CommonMark, a fence with an info string opens one within the
 * document, and so does a bare one that text follows at once: behind its own end, a document has a
 * blank line.
 */
export function continueFence(
  state: BlockState,
  frame: Frame,
  node: CodeBlock,
  cursor: LineCursor,
): Continuation {
  if (frame.waitingFence !== undefined) {
    if (cursor.isBlank) {
      closeTip(state, state.lineNumber - 1)
      return 'no'
    }
    frame.reopenedAt = node.lines.length
    node.lines.push(frame.waitingFence)
    frame.innerFences = [frame.fence]
    frame.waitingFence = undefined
  }
  const isMark = cursor.indent <= 3 && cursor.line.startsWith(frame.fence, cursor.nextNonspace)
  const isDocument = isMark && markdownInfo.test(node.info)
  if (isMark && isClosingFence(cursor, frame.innerFences.at(-1) ?? frame.fence)) {
    if (frame.innerFences.length === 0) return endCode(state, frame, isDocument, cursor)
    frame.innerFences = frame.innerFences.slice(0, -1)
  } else if (isDocument) {
    const inner = openingFence(cursor, frame.fence)
    if (inner !== undefined) frame.innerFences = [...frame.innerFences, inner]
  }
  takeIndentation(frame, cursor)
  return 'yes'
}

/**
 * Closes a document's code at the fence that was taken for one within it, if the text has ended
 * without the other that would close that. Returns the lines behind it, which are to be read again.
 */
export function closeReopened(state: BlockState): readonly string[] {
  const { stack } = state
  const [, frame] = stack
  if (stack.length !== 2 || frame?.node.type !== 'code') return []
  if (frame.reopenedAt < 0 || frame.innerFences.length !== 1) return []
  const [, ...behind] = frame.node.lines.splice(frame.reopenedAt)
  closeTip(state, state.lineNumber - behind.length)
  state.lineNumber -= behind.length
  return behind
}

function endCode(
  state: BlockState,
  frame: Frame,
  isDocument: boolean,
  cursor: LineCursor,
): Continuation {
  if (isDocument) {
    takeIndentation(frame, cursor)
    frame.waitingFence = restOfLine(cursor)
  } else closeTip(state, state.lineNumber)
  return 'taken'
}

/** The fence's own indentation is not part of the code. */
function takeIndentation(frame: Frame, cursor: LineCursor): void {
  advanceColumns(cursor, Math.min(frame.indentation, cursor.indent))
}

/** Returns the marks of a fence with an info string. */
function openingFence(
  { line, nextNonspace }: LineCursor,
  { 0: mark = '' }: string,
): string | undefined {
  const end = endOfMarks(line, nextNonspace, mark)
  const info = line.slice(end).trim()
  if (info === '' || (mark === '`' && info.includes('`'))) return undefined
  return line.slice(nextNonspace, end)
}

function isClosingFence({ line, nextNonspace }: LineCursor, fence: string): boolean {
  const end = endOfMarks(line, nextNonspace, fence.charAt(0))
  return end - nextNonspace >= fence.length && skipSpaces(line, end) === line.length
}

function endOfMarks(line: string, start: number, mark: string): number {
  let end = start
  while (line[end] === mark) end += 1
  return end
}
