import { atom } from 'jotai'
import { store } from '../../core/store.ts'

/** The last selection in the log; opening the palette clears the document's own. */
const lastRangeAtom = atom<Range>()

/** Remembers the selection in the log. Returns a function that ends this. */
export function followSelection(): () => void {
  document.addEventListener('selectionchange', remember)
  // A key may copy, or open the palette, while the event of a selection is still on its way.
  document.addEventListener('keydown', remember, true)
  return () => {
    document.removeEventListener('selectionchange', remember)
    document.removeEventListener('keydown', remember, true)
    store.set(lastRangeAtom, undefined)
  }
}

function remember(): void {
  const selection = getSelection()
  if (!selection?.anchorNode || !inLog(selection.anchorNode)) return
  store.set(lastRangeAtom, selection.isCollapsed ? undefined : selection.getRangeAt(0).cloneRange())
}

/** Returns the last selection in the log while it is still there; undefined otherwise. */
export function selectedInLog(): Range | undefined {
  const range = store.get(lastRangeAtom)
  return range && isInLog(range) ? range : undefined
}

/** Tells whether the range is in the log of messages. */
export function isInLog(range: Range): boolean {
  return range.startContainer.isConnected && inLog(range.commonAncestorContainer)
}

function inLog(node: Node): boolean {
  const element = node instanceof Element ? node : node.parentElement
  return Boolean(element?.closest('[role=log]'))
}
