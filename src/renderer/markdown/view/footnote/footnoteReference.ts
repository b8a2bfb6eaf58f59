import type { MarkdownHost } from '../../host.ts'
import { createElement } from '../createElement.ts'

/** Creates the small button that opens a footnote. `setFootnoteNumber` gives it its number. */
export function createFootnoteReference(label: string): HTMLElement {
  const element = createElement('sup', 'footnote-reference')
  element.dataset['footnote'] = label
  const button = createElement('button')
  button.type = 'button'
  button.ariaHasPopup = 'dialog'
  element.append(button)
  return element
}

export function setFootnoteNumber(element: HTMLElement, number: number, host: MarkdownHost): void {
  const button = element.firstElementChild
  const text = host.formatNumber(number)
  if (!button || button.textContent === text) return
  button.textContent = text
  button.ariaLabel = host.labels.footnote(number)
}
