const tab = 9
const space = 32
const tabStop = 4

/** Reads one line from its start, and counts columns as a tab stop every four would have them. */
export interface LineCursor {
  readonly line: string
  offset: number
  column: number
  /** A tab of which only a part has been taken as indentation. */
  hasPartialTab: boolean
  /** The index of the next character that is no space. */
  nextNonspace: number
  nextNonspaceColumn: number
  /** Columns between here and there. */
  indent: number
  /** Set if only spaces follow. */
  isBlank: boolean
  /** Marks of one kind that reach up to here are known to make no thematic break. */
  noBreakUntil: number
}

export function createLineCursor(line: string): LineCursor {
  const cursor: LineCursor = {
    line,
    offset: 0,
    column: 0,
    hasPartialTab: false,
    nextNonspace: -1,
    nextNonspaceColumn: 0,
    indent: 0,
    isBlank: false,
    noBreakUntil: 0,
  }
  findNextNonspace(cursor)
  return cursor
}

/** Measures the spaces ahead of the cursor. */
export function findNextNonspace(cursor: LineCursor): void {
  // Within the same spaces, the earlier measure still holds.
  if (cursor.offset <= cursor.nextNonspace && cursor.nextNonspace > 0) {
    cursor.indent = cursor.nextNonspaceColumn - cursor.column
    return
  }
  const { line, nextNonspace } = cursor
  // Spaces are counted once, however many blocks share them.
  if (cursor.offset <= nextNonspace) {
    cursor.indent = cursor.nextNonspaceColumn - cursor.column
    return
  }
  let { offset, column } = cursor
  for (; offset < line.length; offset += 1) {
    const code = line.charCodeAt(offset)
    if (code === space) column += 1
    else if (code === tab) column += tabStop - (column % tabStop)
    else break
  }
  cursor.isBlank = offset === line.length
  cursor.nextNonspace = offset
  cursor.nextNonspaceColumn = column
  cursor.indent = column - cursor.column
}

export function advanceOffset(cursor: LineCursor, count: number): void {
  for (let left = count; left > 0 && cursor.offset < cursor.line.length; left -= 1) {
    const isTab = cursor.line.charCodeAt(cursor.offset) === tab
    cursor.column += isTab ? tabStop - (cursor.column % tabStop) : 1
    cursor.offset += 1
    cursor.hasPartialTab = false
  }
}

/** Advances by columns. A tab wider than the rest is taken in part. */
export function advanceColumns(cursor: LineCursor, count: number): void {
  let left = count
  while (left > 0 && cursor.offset < cursor.line.length) {
    if (cursor.line.charCodeAt(cursor.offset) !== tab) {
      cursor.offset += 1
      cursor.column += 1
      left -= 1
      continue
    }
    const width = tabStop - (cursor.column % tabStop)
    cursor.hasPartialTab = width > left
    cursor.column += Math.min(left, width)
    if (!cursor.hasPartialTab) cursor.offset += 1
    left -= Math.min(left, width)
  }
}

export function advanceToNonspace(cursor: LineCursor): void {
  cursor.offset = cursor.nextNonspace
  cursor.column = cursor.nextNonspaceColumn
  cursor.hasPartialTab = false
}

/** Returns where spaces and tabs from `start` on end. */
export function skipSpaces(line: string, start: number): number {
  let end = start
  while (isSpaceOrTab(line.charCodeAt(end))) end += 1
  return end
}

export function isSpaceOrTab(code: number): boolean {
  return code === space || code === tab
}

/** Returns the rest of the line; the rest of a tab taken in part counts as spaces. */
export function restOfLine(cursor: LineCursor): string {
  const rest = cursor.line.slice(cursor.offset)
  if (!cursor.hasPartialTab) return rest
  return ' '.repeat(tabStop - (cursor.column % tabStop)) + rest.slice(1)
}
