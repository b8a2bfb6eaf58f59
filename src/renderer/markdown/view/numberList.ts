import type { ChildParts } from './childParts.ts'

/** A wider number moves all items, so a list of so many has room for a million. */
const maxMovedItems = 1000
const millionDigits = 6

/**
 * Numbers the items of a list from `start` on. The margin is as wide as the last number, so that
 * all can hang in it.
 */
export function numberList(
  element: HTMLOListElement,
  { start, count, parts }: { start: number; count: number; parts: ChildParts },
): void {
  if (element.start !== start) element.start = start
  for (const part of parts.all()) setFirstNumber(part.element, start + part.first)
  const widest = String(start + count - 1).length
  const digits = String(count < maxMovedItems ? widest : Math.max(widest, millionDigits))
  if (element.dataset['digits'] !== digits) element.dataset['digits'] = digits
}

/**
 * Sets the number of a box's first item: a box that may be skipped does not count on from what
 * stands before it.
 */
function setFirstNumber(part: HTMLElement, number: number): void {
  const item = part.firstElementChild
  if (item instanceof HTMLLIElement && item.value !== number) item.value = number
}
