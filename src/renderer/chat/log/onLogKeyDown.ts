import type { KeyboardEvent } from 'react'
import type { MessageList } from './useMessageList.ts'

const linePixels = 40
/** Of a page, what was at its one end is still to be seen at the other. */
const pageShare = 0.875

/**
 * Scrolls by the keys that scroll elsewhere, but at once: the browser's own glide would miss its
 * target where rows turn out to be higher than was thought. With Ctrl or Cmd the arrows lead from
 * message to message.
 */
export function onLogKeyDown(event: KeyboardEvent<HTMLElement>, list: MessageList): void {
  if (event.defaultPrevented || event.altKey || isWriting(event.target)) return
  const move = event.ctrlKey || event.metaKey ? commandMove(event, list) : plainMove(event, list)
  if (!move) return
  event.preventDefault()
  move()
}

type Move = (() => void) | undefined

function commandMove({ key }: KeyboardEvent, list: MessageList): Move {
  if (key === 'ArrowUp') return () => list.goToNeighbour(-1)
  if (key === 'ArrowDown') return () => list.goToNeighbour(1)
  return endMove(key, list)
}

function plainMove(event: KeyboardEvent<HTMLElement>, list: MessageList): Move {
  const { key, shiftKey, currentTarget, target } = event
  const page = currentTarget.clientHeight * pageShare
  const inLog =
    target === currentTarget || (target instanceof HTMLElement && target.matches('article'))
  // A button in a message has a use of its own for the space bar.
  if (key === ' ' && inLog) return () => list.moveBy(shiftKey ? -page : page)
  // With Shift these keys change the selection.
  if (shiftKey || !inLog) return undefined
  if (key === 'ArrowUp') return () => list.moveBy(-linePixels)
  if (key === 'ArrowDown') return () => list.moveBy(linePixels)
  if (key === 'PageUp') return () => list.moveBy(-page)
  if (key === 'PageDown') return () => list.moveBy(page)
  return endMove(key, list)
}

function endMove(key: string, list: MessageList): Move {
  if (key === 'Home') return () => list.goToStart()
  if (key === 'End') return () => list.stick()
  return undefined
}

function isWriting(target: EventTarget): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input, textarea, select, [role=textbox]'))
  )
}
