import { setUnfinished } from './drawnLater.ts'

/** The elements of texts of which the rest is still to come, and what shows it at once. */
const pending = new Map<HTMLElement, () => void>()

/** Marks an element as one of which more is to come, or as whole. */
export function setPending(element: HTMLElement, showRest: (() => void) | undefined): void {
  if ((showRest !== undefined) === pending.has(element)) return
  setUnfinished(element, showRest !== undefined)
  if (showRest) {
    pending.set(element, showRest)
    element.ariaBusy = 'true'
  } else {
    pending.delete(element)
    element.removeAttribute('aria-busy')
  }
}

/**
 * Shows the rest of all texts in a part of the document at once, however long that takes: for
 * printing and copying, which need it now.
 */
export function showWholeTexts(isWanted: (element: HTMLElement) => boolean): void {
  for (const [element, showRest] of pending) if (isWanted(element)) showRest()
}
