import type { MarkdownHost } from '../host.ts'
import { safeAddress } from '../safeAddress.ts'
import { openFootnote } from './footnote/openFootnote.ts'
import type { Footnotes } from './footnotes.ts'

/** What happens at a press on a link, a source or a footnote; one listener for all of them. */
export function handleClicks(
  root: HTMLElement,
  host: MarkdownHost,
  footnotes: Footnotes,
): () => void {
  const onClick = (event: MouseEvent): void => {
    if (!(event.target instanceof Element)) return
    const link = event.target.closest<HTMLAnchorElement>('a[href]')
    if (link) {
      event.preventDefault()
      const address = safeAddress(link.href)
      // The right button opens a menu.
      if (address !== undefined && event.button < 2) host.openLink(address)
      return
    }
    const button = event.target.closest('button')
    if (!button || event.button > 0) return
    const { source } = button.dataset
    if (source !== undefined) host.openSource(Number(source), button)
    const label = button.closest<HTMLElement>('[data-footnote]')?.dataset['footnote']
    const content = label === undefined ? undefined : footnotes.contentOf(label)
    if (content) openFootnote(button, content.cloneNode(true), host)
  }
  root.addEventListener('click', onClick)
  root.addEventListener('auxclick', onClick)
  return () => {
    root.removeEventListener('click', onClick)
    root.removeEventListener('auxclick', onClick)
  }
}
