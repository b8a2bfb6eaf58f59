import type { MarkdownHost } from '../../host.ts'
import { createElement } from '../createElement.ts'
import { createCodeButton, setCodeIcon } from './codeButton.ts'

const shownMilliseconds = 2000

/** Copies a text, and says so for a moment. */
export function createCopyButton(host: MarkdownHost, textOf: () => string): HTMLElement[] {
  const { labels } = host
  const status = createElement('span', 'sr-only')
  status.role = 'status'
  let timer: ReturnType<typeof setTimeout> | undefined
  const button = createCodeButton('copy', labels.copyCode, () => {
    void host.copyText(textOf()).then((copied) => {
      setCodeIcon(button, copied ? 'done' : 'copy')
      status.textContent = copied ? labels.copied : labels.copyFailed
      clearTimeout(timer)
      timer = setTimeout(() => {
        setCodeIcon(button, 'copy')
        status.textContent = ''
      }, shownMilliseconds)
    })
  })
  return [button, status]
}
