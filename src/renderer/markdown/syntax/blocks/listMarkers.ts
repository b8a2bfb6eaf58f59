import type { Frame } from './blockState.ts'
import { advanceColumns, advanceOffset, advanceToNonspace, isSpaceOrTab } from './lineCursor.ts'
import type { LineCursor } from './lineCursor.ts'

const bullet = /[*+-]/y
const ordinal = /(\d{1,9})([.)])/y

export interface ListMarker {
  /** The number, or undefined for a bullet. */
  start: number | undefined
  /** The bullet, or what follows the number. */
  marker: string
  /** The columns by which the item's content is indented. */
  indentation: number
}

/** Takes the marker of an item and the spaces after it from the line, if there is one. */
export function takeListMarker(cursor: LineCursor, container: Frame): ListMarker | undefined {
  if (cursor.indent >= 4) return undefined
  const { line, nextNonspace } = cursor
  const found = matchMarker(line, nextNonspace)
  if (!found) return undefined
  const end = nextNonspace + found.length
  if (end < line.length && !isSpaceOrTab(line.charCodeAt(end))) return undefined
  if (container.node.type === 'paragraph') {
    // Only an unmistakable list interrupts a paragraph.
    if (found.start !== undefined && found.start !== 1) return undefined
    if (/^[ \t]*$/.test(line.slice(end))) return undefined
  }
  const markerIndent = cursor.indent
  advanceToNonspace(cursor)
  advanceOffset(cursor, found.length)
  const { start, marker } = found
  return { start, marker, indentation: markerIndent + found.length + takeSpaces(cursor) }
}

function matchMarker(
  line: string,
  index: number,
): { start: number | undefined; marker: string; length: number } | undefined {
  bullet.lastIndex = index
  if (bullet.test(line)) return { start: undefined, marker: line.charAt(index), length: 1 }
  ordinal.lastIndex = index
  const [whole, digits, marker] = ordinal.exec(line) ?? []
  if (whole === undefined || marker === undefined) return undefined
  return { start: Number(digits), marker, length: whole.length }
}

/** Takes the spaces between marker and text. Returns their columns; more than four indent code. */
function takeSpaces(cursor: LineCursor): number {
  const { offset, column, hasPartialTab } = cursor
  while (cursor.column - column <= 5 && isSpaceOrTab(cursor.line.charCodeAt(cursor.offset))) {
    advanceColumns(cursor, 1)
  }
  const spaces = cursor.column - column
  const isEmpty = cursor.offset === cursor.line.length
  if (spaces >= 1 && spaces < 5 && !isEmpty) return spaces
  Object.assign(cursor, { offset, column, hasPartialTab })
  if (isSpaceOrTab(cursor.line.charCodeAt(offset))) advanceColumns(cursor, 1)
  return 1
}
