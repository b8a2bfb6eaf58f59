import type { ListActions } from './listActions.ts'

const linePixels = 40
/**
 * The share of a page that Page Up and Page Down scroll, so that a bit of the old page stays
 * visible.
 */
const pageShare = 0.875

/**
 * Handles the scrolling keys without animation: the browser's smooth scrolling misses its target
 * when rows are higher than estimated. With Ctrl or Cmd the arrows move from message to message.
 * Returns a function that ends this.
 */
export function followKeys(scroller: HTMLElement, list: ListActions): () => void {
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.altKey || isWriting(event.target)) return
    const withCommand = event.ctrlKey || event.metaKey
    const move = withCommand ? commandMove(event, list) : plainMove(event, scroller, list)
    if (!move) return
    event.preventDefault()
    move()
  }
  scroller.addEventListener('keydown', onKeyDown)
  return () => scroller.removeEventListener('keydown', onKeyDown)
}

type Move = (() => void) | undefined

function commandMove({ key }: KeyboardEvent, list: ListActions): Move {
  if (key === 'ArrowUp') return () => list.goToNeighbour(-1)
  if (key === 'ArrowDown') return () => list.goToNeighbour(1)
  return endMove(key, list)
}

function plainMove(event: KeyboardEvent, scroller: HTMLElement, list: ListActions): Move {
  const { key, shiftKey, target } = event
  const page = scroller.clientHeight * pageShare
  const inLog = target === scroller || (target instanceof HTMLElement && target.matches('article'))
  // A button in a message uses the space bar itself.
  if (key === ' ' && inLog) return () => list.moveBy(shiftKey ? -page : page)
  // With Shift these keys change the selection.
  if (shiftKey || !inLog) return undefined
  if (key === 'ArrowUp') return () => list.moveBy(-linePixels)
  if (key === 'ArrowDown') return () => list.moveBy(linePixels)
  if (key === 'PageUp') return () => list.moveBy(-page)
  if (key === 'PageDown') return () => list.moveBy(page)
  return endMove(key, list)
}

function endMove(key: string, list: ListActions): Move {
  if (key === 'Home') return () => list.goToStart()
  if (key === 'End') return () => list.stick()
  return undefined
}

function isWriting(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input, textarea, select, [role=textbox]'))
  )
}
