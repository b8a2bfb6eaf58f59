import type { BlockState, Frame } from './blockState.ts'

/**
 * Remembers all that reading one line can change. Returns a function that undoes the line. Only
 * open blocks can change, so the cost depends on their depth only.
 */
export function takeSnapshot(state: BlockState): () => void {
  const { lineNumber } = state
  const stack = state.stack.slice()
  const frames = stack.map(rememberFrame)
  return () => {
    for (const restore of frames) restore()
    state.stack.splice(0, state.stack.length, ...stack)
    state.lineNumber = lineNumber
  }
}

function rememberFrame(frame: Frame): () => void {
  const fields = { ...frame }
  const { node } = frame
  const nodeFields = { ...node }
  const array = growingArrayOf(node)
  const length = array?.length ?? 0
  // The last one may go, or give way to another: a paragraph to a heading or a table.
  const last = array?.[length - 1]
  return () => {
    Object.assign(frame, fields)
    Object.assign(node, nodeFields)
    if (!array) return
    array.length = length
    if (length > 0) array[length - 1] = last
  }
}

function growingArrayOf(node: Frame['node']): unknown[] | undefined {
  if ('children' in node) return node.children
  if (node.type === 'code') return node.lines
  return node.type === 'table' ? node.rows : undefined
}
