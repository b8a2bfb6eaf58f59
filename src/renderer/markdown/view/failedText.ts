import type { MarkdownHost } from '../host.ts'
import { createElement } from './createElement.ts'
import { createPlainText } from './plainText.ts'

export interface FailedText {
  readonly elements: readonly HTMLElement[]
  update: (text: string) => void
}

/**
 * Creates the elements for a text that could not be shown as Markdown: the text, the reason, and a
 * button to try again.
 */
export function createFailedText({ labels }: MarkdownHost, tryAgain: () => void): FailedText {
  const note = createElement('p', 'failed-note')
  note.dataset['copy'] = 'skip'
  const button = createElement('button')
  button.type = 'button'
  button.append(labels.tryAgain)
  button.addEventListener('click', tryAgain)
  note.append(labels.textFailed, ' ', button)
  const text = createElement('div')
  text.dir = 'auto'
  return { elements: [note, text], update: createPlainText(text).update }
}
