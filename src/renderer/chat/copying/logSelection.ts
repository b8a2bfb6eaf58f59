import { atom } from 'jotai'
import { store } from '../../core/store.ts'

/** What was last selected in the log; the palette takes the selection away when it opens. */
const lastRangeAtom = atom<Range>()

/** Remembers what is selected in the log; the returned function ends that. */
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

/** Returns what was last selected in the log, as long as it is there. */
export function selectedInLog(): Range | undefined {
  const range = store.get(lastRangeAtom)
  return range && isInLog(range) ? range : undefined
}

/** Whether the range lies in the log of messages. */
export function isInLog(range: Range): boolean {
  return range.startContainer.isConnected && inLog(range.commonAncestorContainer)
}

function inLog(node: Node): boolean {
  const element = node instanceof Element ? node : node.parentElement
  return Boolean(element?.closest('[role=log]'))
}
