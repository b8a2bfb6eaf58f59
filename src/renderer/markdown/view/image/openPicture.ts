import type { MarkdownHost } from '../../host.ts'
import { createElement } from '../createElement.ts'

/** Shows a picture as large as the window allows, until the reader presses anything. */
export function openPicture(
  picture: HTMLImageElement,
  button: HTMLElement,
  { labels }: MarkdownHost,
): void {
  const popover = createElement('div', 'picture-popover')
  popover.popover = 'auto'
  popover.role = 'dialog'
  popover.ariaLabel = picture.alt || labels.image
  popover.tabIndex = -1
  const large = createElement('img')
  large.alt = picture.alt
  large.src = picture.src
  popover.append(large)
  popover.addEventListener('click', () => popover.hidePopover())
  popover.addEventListener('toggle', (event) => {
    if (event.newState === 'open') return
    popover.remove()
    if (document.activeElement === document.body) button.focus({ preventScroll: true })
  })
  document.body.append(popover)
  popover.showPopover()
  popover.focus({ preventScroll: true })
}
