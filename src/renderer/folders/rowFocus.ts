/** The lists of chats and folders, and their rows, in which the arrow keys move. */
export const listQuery = '[data-chat-list]'
export const rowQuery = '[data-row-id]'

/** Frames within which the list shows a change. */
const maxFrames = 20

/**
 * Prepares for a change that takes a row from its place in the list. Returns a function that, after
 * the change, gives the focus to the row in its new place or, if it is shown no more, to its
 * neighbour. A focus that the user has put elsewhere meanwhile stays there.
 */
export function holdRowFocus(id: string): () => void {
  const row = findRow(id)
  const box = row?.parentElement
  // By its id, because the change may show it as another element.
  const neighbourId = (row && neighbourOf(row)?.dataset['rowId']) ?? ''
  const target = (): HTMLElement | null => findRow(id) ?? findRow(neighbourId)
  const isFree = (element: Element | null): boolean =>
    element === null ||
    element === document.body ||
    element === target() ||
    (box?.contains(element) ?? false) ||
    element.closest('[role=menu], [role=dialog]') !== null

  function look(frames: number): void {
    if (!isFree(document.activeElement)) return
    if (document.activeElement === document.body) target()?.focus()
    if (frames > 0) requestAnimationFrame(() => look(frames - 1))
  }
  return () => look(maxFrames)
}

function findRow(id: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-row-id="${id}"]`)
}

/** Returns the row that gets the focus when this one disappears. */
export function neighbourOf(row: HTMLElement): HTMLElement | undefined {
  const list = row.closest(listQuery)
  const rows = [...(list?.querySelectorAll<HTMLElement>(rowQuery) ?? [])]
  const index = rows.indexOf(row)
  return rows[index + 1] ?? rows[index - 1]
}
