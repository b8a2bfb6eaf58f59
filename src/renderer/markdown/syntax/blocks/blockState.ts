import type { Block, Document, FootnoteDefinition, LinkTarget } from '../tree.ts'
import type { DefinitionScan, LinkDefinition } from './linkDefinitions.ts'

/** A block that is still open, and what is needed to go on with it. */
export interface Frame {
  node: Document | Block
  startLine: number
  /** True once it is in the tree: a paragraph is only once it has text. */
  isShown: boolean
  /** The line on which its last closed child ended; 0 where there is none. */
  childEnd: number
  /** Columns that the lines of a list's item are indented by, or a fence is. */
  indentation: number
  /** The mark that the items of a list have in common: `-`, `+`, `*`, `.` or `)`. */
  marker: string
  /** The opening fence of code; empty for indented code. */
  fence: string
  /** The fences that are open in the code of a Markdown document, innermost last. */
  innerFences: readonly string[]
  /** A fence in such a document that closes it, unless the next line follows at once. */
  waitingFence: string | undefined
  /** The line of the code that the last such fence is, if it was taken for the document's. */
  reopenedAt: number
  /** The pattern that ends raw HTML; undefined for a blank line. */
  htmlEnd: RegExp | undefined
  /** The mark that ends a formula. */
  formulaEnd: string
  /** The lines of a formula as they were written, in case that it turns out to be none. */
  source: string
  /** Blank lines of code or HTML, each with its end, which count only if something follows. */
  blankLines: string
  /** The state of a paragraph that has held nothing but definitions of links so far. */
  definitions: DefinitionScan | undefined
  /** A paragraph's last line where it is likely to be a table's header; not shown yet. */
  headerLine: string
  /** Cells of a table's rows, also those that a row lacked. */
  cells: number
}

export interface BlockState {
  document: Document
  /** The open blocks, from the document down to the one that the next line may go on with. */
  stack: Frame[]
  lineNumber: number
  /** The parser will take back the line that it reads now. */
  isProvisional: boolean
  links: Map<string, LinkTarget>
  footnotes: Map<string, FootnoteDefinition>
  definedLinks: string[]
  definedFootnotes: string[]
}

/** Nesting beyond any that is meant: deeper marks are text. */
export const maxDepth = 100

export function createBlockState(): BlockState {
  const document: Document = { type: 'document', children: [] }
  return {
    document,
    stack: [createFrame(document, 0)],
    lineNumber: 0,
    isProvisional: false,
    links: new Map(),
    footnotes: new Map(),
    definedLinks: [],
    definedFootnotes: [],
  }
}

export function createFrame(node: Frame['node'], startLine: number): Frame {
  return {
    node,
    startLine,
    isShown: false,
    childEnd: 0,
    indentation: 0,
    marker: '',
    fence: '',
    innerFences: [],
    waitingFence: undefined,
    reopenedAt: -1,
    htmlEnd: undefined,
    formulaEnd: '',
    source: '',
    blankLines: '',
    definitions: undefined,
    headerLine: '',
    cells: 0,
  }
}

/** Returns the open block at a depth. A negative depth counts from the deepest. */
export function frameAt(state: BlockState, depth: number): Frame {
  const frame = state.stack.at(depth)
  if (!frame) throw new RangeError('No block is open there')
  return frame
}

export function tipOf(state: BlockState): Frame {
  return frameAt(state, -1)
}

export function childrenOf({ node }: Frame): Block[] | undefined {
  return 'children' in node ? node.children : undefined
}

/** Puts the deepest open block into the tree. */
export function showTip(state: BlockState, startLine: number): void {
  const frame = tipOf(state)
  const parent = frameAt(state, -2)
  // A blank line between items, or between the blocks of an item, makes their list loose.
  if (parent.childEnd > 0 && parent.childEnd < startLine - 1) {
    const list = parent.node.type === 'listItem' ? state.stack.at(-3)?.node : parent.node
    if (list?.type === 'list') list.tight = false
  }
  childrenOf(parent)?.push(frame.node as Block)
  frame.isShown = true
}

/** Puts another block in the place of the deepest open one. */
export function replaceTip(state: BlockState, node: Block): void {
  tipOf(state).node = node
  childrenOf(frameAt(state, -2))?.splice(-1, 1, node)
}

/** Makes a link's target known; the first definition of a label counts. */
export function defineLink(state: BlockState, { label, href, title }: LinkDefinition): void {
  if (state.isProvisional || state.links.has(label)) return
  state.links.set(label, { href, title })
  state.definedLinks.push(label)
}

/** Makes a footnote known; the first definition of a label counts. */
export function defineFootnote(state: BlockState, node: FootnoteDefinition): void {
  if (state.isProvisional || state.footnotes.has(node.label)) return
  state.footnotes.set(node.label, node)
  state.definedFootnotes.push(node.label)
}
