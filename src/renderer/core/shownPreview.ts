import { atom } from 'jotai'
import type { PreviewedCode } from '../markdown/host.ts'
import { store } from './store.ts'

interface ShownPreview extends PreviewedCode {
  /** The element that had the focus, which gets it back. */
  opener: HTMLElement | null
}

/** In a narrower window, in CSS pixels, a preview lies over the conversation. */
export const previewMinWidth = 900

/** Document in the preview's panel; `undefined` while it is closed. Each opening is a new object. */
export const shownPreviewAtom = atom<ShownPreview | undefined>(undefined)

/** Shows a document of an answer beside it. */
export function openPreview(shown: PreviewedCode): void {
  const known = store.get(shownPreviewAtom)
  const { activeElement } = document
  // From within the panel, what opened it stays the way back.
  const isInside = Boolean(activeElement?.closest('[data-preview]'))
  const focused = activeElement instanceof HTMLElement ? activeElement : null
  store.set(shownPreviewAtom, { ...shown, opener: (isInside && known?.opener) || focused })
}

/** Closes the panel, and leaves the focus where it is. */
export function dismissPreview(): void {
  store.set(shownPreviewAtom, undefined)
}

/** Closes the panel, and gives the focus back to what opened it. */
export function closePreview(): void {
  const shown = store.get(shownPreviewAtom)
  if (!shown) return
  dismissPreview()
  if (shown.opener?.isConnected) shown.opener.focus()
}
