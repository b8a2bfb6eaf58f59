import './footnote.css'
import type { MarkdownHost } from '../../host.ts'
import { createElement } from '../createElement.ts'
import { createIcon } from '../createIcon.ts'
import type { NoteCopy } from '../footnotes.ts'

const gap = 6
const margin = 8
const closeIcon = 'M6 6l12 12M18 6L6 18'

/** The number of footnotes opened so far, which gives each a name of its own. */
let opened = 0

export interface OpenFootnote {
  readonly element: HTMLElement
  close: () => void
}

/**
 * Shows a footnote beside the number that was pressed, until the reader turns to something else.
 * The number then is the note's own button: another press closes it, and Tab leads into the note.
 */
export function openFootnote(
  anchor: HTMLButtonElement,
  note: NoteCopy,
  host: MarkdownHost,
  onClose: () => void,
): OpenFootnote {
  const popover = createElement('div', 'markdown footnote-popover selectable')
  popover.popover = 'auto'
  popover.role = 'dialog'
  popover.ariaLabel = anchor.ariaLabel ?? host.labels.footnotes
  opened += 1
  note.element.id = `open-footnote-${opened}`
  popover.setAttribute('aria-describedby', note.element.id)
  popover.tabIndex = -1
  popover.append(note.element, createCloseButton(popover, host))
  let hadFocus = false
  // At once: what closes it may also take the text away that it belongs to.
  popover.addEventListener('beforetoggle', (event) => {
    if (event.newState === 'open') return
    hadFocus = popover.contains(document.activeElement)
    onClose()
    note.destroy()
  })
  popover.addEventListener('toggle', (event) => {
    if (event.newState === 'open') return
    popover.remove()
    anchor.popoverTargetElement = null
    if (hadFocus && document.activeElement === document.body) anchor.focus()
  })
  document.body.append(popover)
  anchor.popoverTargetElement = popover
  popover.showPopover({ source: anchor })
  place(popover, anchor)
  popover.focus({ preventScroll: true })
  return { element: popover, close: () => popover.hidePopover() }
}

function createCloseButton(popover: HTMLElement, { labels }: MarkdownHost): HTMLElement {
  const button = createElement('button', 'code-button footnote-close')
  button.type = 'button'
  button.ariaLabel = labels.closeFootnote
  button.title = labels.closeFootnote
  button.append(createIcon(closeIcon))
  button.addEventListener('click', () => popover.hidePopover())
  return button
}

/** Places the note below its anchor, or above it if there is more room, and within the window. */
function place(popover: HTMLElement, anchor: HTMLElement): void {
  const from = anchor.getBoundingClientRect()
  const { width, height } = popover.getBoundingClientRect()
  const below = from.bottom + gap
  const fitsBelow = below + height + margin <= innerHeight
  const top = fitsBelow ? below : Math.max(margin, from.top - gap - height)
  const left = Math.min(Math.max(margin, from.left - width / 2), innerWidth - width - margin)
  popover.style.inset = `${top}px auto auto ${left}px`
}
