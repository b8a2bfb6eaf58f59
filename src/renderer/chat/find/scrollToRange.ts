import { pixelsBelow } from '../../ui/layout/pixelsBelow.ts'

/** Space around the place that was scrolled to. */
const marginPixels = 64

/**
 * Brings a range into sight: unfolds its surroundings and scrolls each box around it. `hold`
 * scrolls the log itself and keeps the range's block in place.
 */
export function scrollToRange(
  range: Range,
  log: HTMLElement,
  hold: (block: Element, pixels: number) => void,
): void {
  const holders = ancestorsWithin(range.startContainer, log)
  for (const holder of holders) {
    if (holder instanceof HTMLDetailsElement) holder.open = true
  }
  for (const holder of holders) {
    if (holder.scrollWidth > holder.clientWidth + 1 && canScroll(holder)) {
      showAcross(range, holder)
    }
    if (holder.scrollHeight > holder.clientHeight + 1 && canScroll(holder)) {
      holder.scrollTop += distanceDown(range, holder)
    }
  }
  const block = range.startContainer.parentElement
  if (block) hold(block, distanceDown(range, log))
}

function ancestorsWithin(node: Node, log: HTMLElement): HTMLElement[] {
  const ancestors: HTMLElement[] = []
  for (let at = node.parentElement; at && at !== log; at = at.parentElement) ancestors.push(at)
  return ancestors
}

function canScroll(element: HTMLElement): boolean {
  const { overflowX, overflowY } = getComputedStyle(element)
  return [overflowX, overflowY].some((overflow) => overflow === 'auto' || overflow === 'scroll')
}

function showAcross(range: Range, scroller: HTMLElement): void {
  const inner = range.getBoundingClientRect()
  const outer = scroller.getBoundingClientRect()
  const zoom = scroller.currentCSSZoom
  if (inner.left < outer.left)
    scroller.scrollLeft += (inner.left - outer.left) / zoom - marginPixels
  else if (inner.right > outer.right)
    scroller.scrollLeft += (inner.right - outer.right) / zoom + marginPixels
}

/** Returns how far to scroll: zero for a range in sight; any other comes to the upper third. */
function distanceDown(range: Range, scroller: HTMLElement): number {
  const height = scroller.clientHeight
  const top = pixelsBelow(range, scroller)
  const bottom = top + range.getBoundingClientRect().height / scroller.currentCSSZoom
  const margin = Math.min(marginPixels, height / 4)
  if (top >= margin && bottom <= height - margin) return 0
  return top - height / 3
}
