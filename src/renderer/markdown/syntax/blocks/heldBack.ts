import { tipOf } from './blockState.ts'
import type { BlockState, Frame } from './blockState.ts'
import { skipSpaces } from './lineCursor.ts'
import type { LineCursor } from './lineCursor.ts'

/** No mark is longer, so a line of this length is shown at once. */
const maxLength = 1000

/** Beginnings that the rest of the line may make into something else, wherever they stand. */
const undecided: readonly RegExp[] = [
  // A heading; a rule, emphasis or an underline; the number of an item.
  /^(?:#{1,6}|[-*_+=][-*_+= \t]*|\d{1,9}[.)]?)[ \t]*$/,
  // A fence and its info.
  /^(?:`{1,2}|`{3,}[^`]*|~{1,2}|~{3,}.*)$/,
  // A formula.
  /^(?:\$|\$\$.*|\\|\\\[.*|\\b.*)$/,
  // A tag; that of details has to be alone on its line.
  /^<(?:[^>]*$|\/?(?:details|summary)\b)/i,
  // A footnote.
  /^\[\^[^\]]*(?:\]|\]:.*)?$/,
  // A row of a table.
  /^\|[ \t]*$/,
]

/** The same where a paragraph begins: a definition, a task's box, a table's header. */
const undecidedStart = /^(?:\[[^\]]*(?:\][ \t]*)?|\[[^\]]+\]:.*|\|.*)$/
/** The same where a paragraph goes on: a table's header, or what stands below it. */
const undecidedNext = /^(?:\|.*|[|:\- \t]+)$/

/**
 * Returns whether an unfinished line must wait, because its rest may turn it into another kind of
 * block. The blocks that it continues or begins are known as far as the cursor.
 */
export function isUndecided(state: BlockState, container: Frame, cursor: LineCursor): boolean {
  if (cursor.isBlank) return true
  const rest = cursor.line.slice(cursor.nextNonspace)
  if (rest.length > maxLength || cursor.indent >= 4) return false
  if (undecided.some((pattern) => pattern.test(rest))) return true
  if (container.node.type === 'table') return false
  const { node, definitions } = tipOf(state)
  if (node.type !== 'paragraph') return undecidedStart.test(rest)
  return undecidedNext.test(rest) || (definitions !== undefined && undecidedStart.test(rest))
}

/**
 * Returns whether an unfinished line inside code, a formula or HTML may become the one that ends
 * it.
 */
export function mayEnd(
  { node, fence }: Frame,
  { line, nextNonspace, indent }: LineCursor,
): boolean {
  if (node.type === 'code') return fence !== '' && indent < 4 && isRun(line, nextNonspace, fence)
  if (node.type === 'math') return /^$|[$\\]$|\\\]$/.test(line.slice(nextNonspace))
  return node.type === 'html' && line.lastIndexOf('<') > line.lastIndexOf('>')
}

/** Returns whether the rest of the line is empty or holds only marks of the fence. */
function isRun(line: string, start: number, fence: string): boolean {
  let end = start
  while (line[end] === fence[0]) end += 1
  return skipSpaces(line, end) === line.length
}
