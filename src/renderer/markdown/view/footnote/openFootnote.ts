import './footnote.css'
import type { MarkdownHost } from '../../host.ts'
import { createElement } from '../createElement.ts'

const gap = 6
const margin = 8

/** Shows a footnote beside the number that was pressed, until the reader turns to something else. */
export function openFootnote(anchor: HTMLElement, content: Node, host: MarkdownHost): void {
  const popover = createElement('div', 'markdown footnote-popover selectable')
  popover.popover = 'auto'
  popover.role = 'dialog'
  popover.ariaLabel = anchor.ariaLabel ?? host.labels.footnotes
  popover.tabIndex = -1
  popover.append(content)
  popover.addEventListener('toggle', (event) => {
    if (event.newState === 'open') return
    const hadFocus = popover.contains(document.activeElement) || document.activeElement === null
    popover.remove()
    if (hadFocus) anchor.focus()
  })
  popover.addEventListener('click', (event) => {
    const link =
      event.target instanceof Element && event.target.closest<HTMLAnchorElement>('a[href]')
    if (!link) return
    event.preventDefault()
    host.openLink(link.href)
  })
  document.body.append(popover)
  popover.showPopover()
  place(popover, anchor)
  popover.focus({ preventScroll: true })
}

/** Below the anchor, or above it where there is more room; always within the window. */
function place(popover: HTMLElement, anchor: HTMLElement): void {
  const from = anchor.getBoundingClientRect()
  const { width, height } = popover.getBoundingClientRect()
  const below = from.bottom + gap
  const fitsBelow = below + height + margin <= innerHeight
  const top = fitsBelow ? below : Math.max(margin, from.top - gap - height)
  const left = Math.min(Math.max(margin, from.left - width / 2), innerWidth - width - margin)
  popover.style.inset = `${top}px auto auto ${left}px`
}
