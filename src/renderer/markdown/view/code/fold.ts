import type { MarkdownLabels } from '../../host.ts'
import { createElement } from '../createElement.ts'
import { createCodeButton } from './codeButton.ts'

/** Code of more lines can be folded; it never is unless the reader wants it. */
const minLines = 60
/** The number of lines that stay in sight; `code.css` knows it, too. */
const foldedLines = 20

export interface Fold {
  button: HTMLButtonElement
  footer: HTMLElement
  update: (lines: number, closed: boolean) => void
  isFolded: () => boolean
  setFolded: (isFolded: boolean) => void
}

/** Lets a reader fold very long code, and unfold it again. */
export function createFold(
  element: HTMLElement,
  labels: MarkdownLabels,
  onSwitch: () => void,
): Fold {
  const footer = createElement('button', 'code-unfold')
  footer.type = 'button'
  footer.hidden = true
  const setFolded = (folded: boolean): void => {
    element.classList.toggle('code-folded', folded)
    footer.hidden = !folded
    button.ariaExpanded = String(!folded)
  }
  const isFolded = (): boolean => element.classList.contains('code-folded')
  const button = createCodeButton('fold', labels.showFewerLines, () => {
    setFolded(!isFolded())
    onSwitch()
  })
  button.hidden = true
  footer.addEventListener('click', () => {
    setFolded(false)
    onSwitch()
    button.focus({ preventScroll: true })
  })
  return {
    button,
    footer,
    isFolded,
    setFolded,
    update: (lines, closed) => {
      if (!closed || lines < minLines || !button.hidden) return
      button.hidden = false
      button.ariaExpanded = 'true'
      footer.textContent = labels.showAllLines(lines - foldedLines)
    },
  }
}
