import type { Block } from '../tree.ts'
import {
  childrenOf,
  createFrame,
  defineFootnote,
  replaceTip,
  showTip,
  tipOf,
} from './blockState.ts'
import type { BlockState, Frame } from './blockState.ts'
import { finishParagraph } from './paragraphs.ts'

/** Opens a block in the deepest open block that can hold it, and closes those that can't. */
export function openBlock(state: BlockState, node: Block, startLine = state.lineNumber): Frame {
  while (!canHold(tipOf(state), node)) closeTip(state, startLine - 1)
  const frame = createFrame(node, startLine)
  state.stack.push(frame)
  if (node.type !== 'paragraph') showTip(state, startLine)
  return frame
}

/** Adds a block that takes no further lines. */
export function putBlock(state: BlockState, node: Block): void {
  openBlock(state, node)
  closeTip(state, state.lineNumber)
}

function canHold(frame: Frame, node: Block): boolean {
  if (!childrenOf(frame)) return false
  return (frame.node.type === 'list') === (node.type === 'listItem')
}

/** Closes the deepest open block, whose last line was `endLine`. */
export function closeTip(state: BlockState, endLine: number): void {
  const frame = tipOf(state)
  const end = finish(state, frame, endLine)
  state.stack.pop()
  if (!frame.isShown) return
  tipOf(state).childEnd = end
  if (!state.isProvisional) (frame.node as Block).settled = true
}

/** Gives the line on which the block ended. */
function finish(state: BlockState, frame: Frame, endLine: number): number {
  const { node } = frame
  switch (node.type) {
    case 'paragraph':
      finishParagraph(state, endLine)
      node.text = node.text.trimEnd()
      return endLine
    case 'code':
      node.closed = true
      return frame.fence === '' ? frame.startLine + node.lines.length - 1 : endLine
    case 'math':
      // A formula without its closing mark is text after all.
      if (!node.closed) {
        replaceTip(state, { type: 'paragraph', settled: false, text: frame.source.trimEnd() })
      }
      return endLine
    case 'list':
    case 'listItem':
      return frame.childEnd || frame.startLine
    case 'footnoteDefinition':
      defineFootnote(state, node)
      return frame.childEnd || frame.startLine
    default:
      return endLine
  }
}
