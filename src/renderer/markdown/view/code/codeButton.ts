import { createElement } from '../createElement.ts'
import { createIcon } from '../createIcon.ts'

const paths = {
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  done: 'M4 12l5 5L20 6',
  wrap: 'M3 6h18M3 12h15a3 3 0 0 1 0 6h-4M16 16l-2 2 2 2M3 18h7',
  save: 'M12 4v11M7 11l5 5 5-5M5 20h14',
  preview: 'M4 5h16v14H4zM10 9l5 3-5 3z',
  fold: 'M7 20l5-5 5 5M7 4l5 5 5-5',
  diagram: 'M8 4H4v4h4zM20 16h-4v4h4zM6 8v10h10',
  source: 'M8 7l-5 5 5 5M16 7l5 5-5 5',
}
export type CodeIcon = keyof typeof paths

/** Creates a small button for the header of a block. */
export function createCodeButton(
  name: CodeIcon,
  label: string,
  onPress: () => void,
): HTMLButtonElement {
  const button = createElement('button', 'code-button')
  button.type = 'button'
  button.ariaLabel = label
  button.title = label
  button.append(createIcon(paths[name]))
  button.addEventListener('click', onPress)
  return button
}

export function setCodeIcon(button: HTMLButtonElement, name: CodeIcon): void {
  button.replaceChildren(createIcon(paths[name]))
}
