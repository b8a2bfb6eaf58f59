import type { Paragraph } from '../tree.ts'
import { childrenOf, defineLink, frameAt, showTip, tipOf } from './blockState.ts'
import type { BlockState, Frame } from './blockState.ts'
import { definitionsStart, finishDefinitions, scanDefinitionLine } from './linkDefinitions.ts'
import type { ScannedLine } from './linkDefinitions.ts'

const taskMark = /^\[([ xX])\][ \t]+(?=\S)/

/**
 * Begins the paragraph that is the deepest open block. It is in the tree only once it has text to
 * show: definitions of links never are, nor is what may be a table's header.
 */
export function beginParagraph(state: BlockState, line: string): void {
  tipOf(state).definitions = definitionsStart
  addParagraphLine(state, takeTask(state, line))
}

/** Takes a task's box at the beginning of an item. Returns the text behind it. */
function takeTask(state: BlockState, line: string): string {
  const parent = frameAt(state, -2).node
  if (parent.type !== 'listItem' || parent.children.length > 0) return line
  const [mark, done] = taskMark.exec(line) ?? []
  if (mark === undefined) return line
  parent.task = done === ' ' ? 'open' : 'done'
  return line.slice(mark.length)
}

/** Adds a line to the paragraph that is the deepest open block. */
export function addParagraphLine(state: BlockState, line: string): void {
  const frame = tipOf(state)
  if (!frame.definitions) addText(state, line, state.lineNumber)
  else takeScanned(state, scanDefinitionLine(frame.definitions, line), state.lineNumber)
}

function takeScanned(state: BlockState, scanned: ScannedLine, lineNumber: number): void {
  tipOf(state).definitions = scanned.scan
  for (const definition of scanned.definitions) defineLink(state, definition)
  if (scanned.text !== '') addText(state, scanned.text, lineNumber)
}

/** Adds text whose last line is `lineNumber`. */
function addText(state: BlockState, added: string, lineNumber: number): void {
  const frame = tipOf(state)
  const text = frame.headerLine === '' ? added : `${frame.headerLine}\n${added}`
  const lastStart = text.lastIndexOf('\n') + 1
  frame.headerLine = text.startsWith('|', lastStart) ? text.slice(lastStart) : ''
  if (frame.headerLine === '') showText(state, text, lineNumber)
  else if (lastStart > 0) showText(state, text.slice(0, lastStart - 1), lineNumber - 1)
}

function showText(state: BlockState, text: string, lineNumber: number): void {
  const { node, isShown } = tipOf(state)
  if (node.type !== 'paragraph') return
  if (isShown) {
    node.text += `\n${text}`
    return
  }
  node.text = text
  showTip(state, lineNumber - text.split('\n').length + 1)
}

/**
 * Decides whether text that waited for another line is a definition. `endLine` is the paragraph's
 * last.
 */
export function finishParagraph(state: BlockState, endLine: number): void {
  const frame = tipOf(state)
  if (frame.definitions) takeScanned(state, finishDefinitions(frame.definitions), endLine)
  if (frame.headerLine !== '') showText(state, frame.headerLine, endLine)
  frame.headerLine = ''
}

/** Returns whether anything but definitions is left if the paragraph ends here. */
export function hasText({ isShown, headerLine, definitions }: Frame): boolean {
  if (isShown || headerLine !== '') return true
  return definitions !== undefined && finishDefinitions(definitions).text !== ''
}

/** Returns the line that a table may take for its header; undefined if there is none. */
export function lastTextLine({ node, headerLine, isShown }: Frame): string | undefined {
  if (headerLine !== '') return headerLine
  if (node.type !== 'paragraph' || !isShown) return undefined
  return node.text.slice(node.text.lastIndexOf('\n') + 1)
}

/** Takes the last line off the paragraph, which a table's header has become. */
export function dropLastLine(state: BlockState): void {
  const frame = tipOf(state)
  const node = frame.node as Paragraph
  if (frame.headerLine !== '') {
    frame.headerLine = ''
    return
  }
  const end = node.text.lastIndexOf('\n')
  node.text = node.text.slice(0, Math.max(0, end))
  if (end >= 0) return
  childrenOf(frameAt(state, -2))?.pop()
  frame.isShown = false
}
