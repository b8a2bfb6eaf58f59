import type { MarkdownHost } from '../host.ts'
import { safeAddress } from '../safeAddress.ts'
import { openFootnote } from './footnote/openFootnote.ts'
import type { OpenFootnote } from './footnote/openFootnote.ts'
import type { Footnotes } from './footnotes.ts'

/**
 * Handles presses on links, sources and footnotes with one listener. Closes an open note when that
 * ends.
 */
export function handleClicks(
  root: HTMLElement,
  host: MarkdownHost,
  footnotes: Footnotes,
): () => void {
  let stopNote: (() => void) | undefined

  const showNote = (button: HTMLButtonElement, label: string): void => {
    const note = footnotes.copyOf(label)
    if (!note) return
    // Only one note is open at a time.
    stopNote?.()
    const opened: OpenFootnote = openFootnote(button, note, host, () => {
      stopHandling()
      if (stopNote === opened.close) stopNote = undefined
    })
    const stopHandling = handleClicks(opened.element, host, footnotes)
    stopNote = opened.close
  }

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
    // The browser closes what is open; what opens now it would close, too.
    if (label === undefined || button.popoverTargetElement) return
    event.preventDefault()
    showNote(button, label)
  }
  root.addEventListener('click', onClick)
  root.addEventListener('auxclick', onClick)
  return () => {
    root.removeEventListener('click', onClick)
    root.removeEventListener('auxclick', onClick)
    stopNote?.()
  }
}
