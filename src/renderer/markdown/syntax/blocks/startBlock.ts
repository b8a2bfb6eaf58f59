import { unescapeText } from '../characters.ts'
import { alertKinds, normalizeLabel } from '../tree.ts'
import type { AlertKind, Heading } from '../tree.ts'
import { maxDepth, replaceTip, tipOf } from './blockState.ts'
import type { BlockState } from './blockState.ts'
import { takeQuoteMark } from './continuation.ts'
import { findHtmlStart } from './findHtmlStart.ts'
import {
  advanceColumns,
  advanceOffset,
  advanceToNonspace,
  isSpaceOrTab,
  skipSpaces,
} from './lineCursor.ts'
import type { LineCursor } from './lineCursor.ts'
import { takeListMarker } from './listMarkers.ts'
import { closeTip, openBlock, putBlock } from './openBlocks.ts'
import { finishParagraph, hasText } from './paragraphs.ts'
import { startFormula } from './formulas.ts'
import type { StartContext, Started } from './startContext.ts'
import { startTable } from './tables.ts'

type BlockStart = (context: StartContext) => Started

const starts: readonly BlockStart[] = [
  startQuote,
  startHeading,
  startFence,
  startDetails,
  startHtml,
  startSetextHeading,
  startThematicBreak,
  startListItem,
  startFootnote,
  startFormula,
  startTable,
  startIndentedCode,
]

/** The characters that can begin a block that is no paragraph. */
const special = /[#`~*+_=<>0-9|:$\\[-]/

export function startBlock(context: StartContext): Started {
  const { cursor } = context
  if (cursor.isBlank) return undefined
  if (cursor.indent < 4 && !special.test(cursor.line.charAt(cursor.nextNonspace))) return undefined
  for (const start of starts) {
    const started = start(context)
    if (started) return started
  }
  return undefined
}

function restFrom(cursor: LineCursor): string {
  return cursor.line.slice(cursor.nextNonspace)
}

/** Blocks that the line does not go on with are about to be closed, and don't count. */
function isTooDeep({ state, container }: StartContext): boolean {
  return state.stack.length >= maxDepth && state.stack.indexOf(container) + 1 >= maxDepth
}

function startQuote(context: StartContext): Started {
  const { state, cursor, closeUnmatched } = context
  if (isTooDeep(context) || !takeQuoteMark(cursor)) return undefined
  closeUnmatched()
  const kind = /^\s*\[!([a-z]+)\]\s*$/i.exec(cursor.line.slice(cursor.offset))?.[1]?.toLowerCase()
  const alertKind = alertKinds.find((known) => known === kind)
  if (alertKind) return openAlert(state, cursor, alertKind)
  openBlock(state, { type: 'blockquote', settled: false, children: [] })
  return 'container'
}

function openAlert(state: BlockState, cursor: LineCursor, kind: AlertKind): Started {
  openBlock(state, { type: 'alert', settled: false, kind, children: [] })
  cursor.offset = cursor.line.length
  return 'container'
}

function startHeading({ state, cursor, closeUnmatched }: StartContext): Started {
  if (cursor.indent >= 4) return undefined
  const marks = /^#{1,6}(?=[ \t]|$)/.exec(restFrom(cursor))?.[0]
  if (marks === undefined) return undefined
  closeUnmatched()
  const level = marks.length as Heading['level']
  const text = dropClosingMarks(cursor.line.slice(cursor.nextNonspace + level).trim())
  putBlock(state, { type: 'heading', settled: false, level, text })
  return takeLine(cursor)
}

function dropClosingMarks(text: string): string {
  let end = text.length
  while (text[end - 1] === '#') end -= 1
  return end === 0 || isSpaceOrTab(text.charCodeAt(end - 1)) ? text.slice(0, end).trimEnd() : text
}

function takeLine(cursor: LineCursor): Started {
  cursor.offset = cursor.line.length
  return 'leaf'
}

function startFence({ state, cursor, closeUnmatched }: StartContext): Started {
  if (cursor.indent >= 4) return undefined
  const fence = /^(?:`{3,}|~{3,})/.exec(restFrom(cursor))?.[0]
  if (fence === undefined) return undefined
  const info = cursor.line.slice(cursor.nextNonspace + fence.length)
  if (fence.startsWith('`') && info.includes('`')) return undefined
  closeUnmatched()
  const frame = openBlock(state, {
    type: 'code',
    settled: false,
    info: unescapeText(info.trim()),
    lines: [],
    closed: false,
  })
  frame.fence = fence
  frame.indentation = cursor.indent
  return takeLine(cursor)
}

const detailsStart = /^<details([ \t][^>]*)?>[ \t]*(?:<summary>(.*)<\/summary>)?[ \t]*$/i
const openAttribute = /[ \t]open(?![\w-])/i

function startDetails(context: StartContext): Started {
  const { state, cursor, closeUnmatched } = context
  if (cursor.indent >= 4 || isTooDeep(context)) return undefined
  const [whole, attributes, summary] = detailsStart.exec(restFrom(cursor)) ?? []
  if (whole === undefined) return undefined
  closeUnmatched()
  openBlock(state, {
    type: 'details',
    settled: false,
    summary: (summary ?? '').trim(),
    open: openAttribute.test(attributes ?? ''),
    children: [],
  })
  return takeLine(cursor)
}

function startHtml(context: StartContext): Started {
  const { state, cursor, container, maybeLazy, closeUnmatched } = context
  if (cursor.indent >= 4 || cursor.line[cursor.nextNonspace] !== '<') return undefined
  // Elements in it would nest still deeper; a `<details>` that is too deep would come back in it.
  if (isTooDeep(context)) return undefined
  const mayBeAnyTag = container.node.type !== 'paragraph' && !maybeLazy
  const found = findHtmlStart(restFrom(cursor), mayBeAnyTag)
  if (!found) return undefined
  closeUnmatched()
  openBlock(state, { type: 'html', settled: false, html: '' }).htmlEnd = found.end
  return 'leaf'
}

function startSetextHeading({ state, cursor, container, closeUnmatched }: StartContext): Started {
  if (cursor.indent >= 4 || container.node.type !== 'paragraph') return undefined
  const mark = /^(?:(=+)|-+)[ \t]*$/.exec(restFrom(cursor))
  if (!mark) return undefined
  if (!hasText(container)) return undefined
  closeUnmatched()
  finishParagraph(state, state.lineNumber - 1)
  const text = container.node.text.trimEnd()
  replaceTip(state, { type: 'heading', settled: false, level: mark[1] ? 1 : 2, text })
  closeTip(state, state.lineNumber)
  return takeLine(cursor)
}

function startThematicBreak({ state, cursor, closeUnmatched }: StartContext): Started {
  if (cursor.indent >= 4) return undefined
  if (!isThematicBreak(cursor)) return undefined
  closeUnmatched()
  putBlock(state, { type: 'thematicBreak', settled: false })
  return takeLine(cursor)
}

/** Returns whether the line holds three or more marks of one kind and nothing else. */
function isThematicBreak(cursor: LineCursor): boolean {
  const { line, nextNonspace } = cursor
  const mark = line.charAt(nextNonspace)
  if (!'*_-'.includes(mark) || nextNonspace < cursor.noBreakUntil) return false
  let marks = 0
  let index = nextNonspace
  for (; line[index] === mark; index = skipSpaces(line, index + 1)) marks += 1
  cursor.noBreakUntil = index
  return marks >= 3 && index === line.length
}

function startListItem(context: StartContext): Started {
  const { state, cursor, container, closeUnmatched } = context
  if (isTooDeep(context)) return undefined
  if (cursor.indent >= 4 && container.node.type !== 'list') return undefined
  const found = takeListMarker(cursor, container)
  if (!found) return undefined
  closeUnmatched()
  const { start, marker, indentation } = found
  const tip = tipOf(state)
  if (tip.node.type !== 'list' || tip.marker !== marker) {
    const list = openBlock(state, {
      type: 'list',
      settled: false,
      start,
      tight: true,
      children: [],
    })
    list.marker = marker
  }
  const item = openBlock(state, { type: 'listItem', settled: false, task: undefined, children: [] })
  item.indentation = indentation
  return 'container'
}

function startFootnote(context: StartContext): Started {
  const { state, cursor, closeUnmatched } = context
  if (cursor.indent >= 4 || isTooDeep(context)) return undefined
  const [mark, written] = /^\[\^([^\s[\]]{1,200})\]:[ \t]*/.exec(restFrom(cursor)) ?? []
  if (mark === undefined || written === undefined) return undefined
  closeUnmatched()
  const label = normalizeLabel(written)
  openBlock(state, { type: 'footnoteDefinition', settled: false, label, children: [] })
  advanceToNonspace(cursor)
  advanceOffset(cursor, mark.length)
  return 'container'
}

/** Starts indented code, which can't interrupt a paragraph. */
function startIndentedCode({ state, cursor, maybeLazy, closeUnmatched }: StartContext): Started {
  if (cursor.indent < 4 || maybeLazy || tipOf(state).node.type === 'paragraph') return undefined
  advanceColumns(cursor, 4)
  closeUnmatched()
  openBlock(state, { type: 'code', settled: false, info: '', lines: [], closed: false })
  return 'leaf'
}
