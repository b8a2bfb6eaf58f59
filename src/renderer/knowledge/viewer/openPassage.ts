import { atom } from 'jotai'
import type { Source } from '../../../shared/knowledge/knowledge.ts'
import type { CitedPassage, PassagePlace } from '../../../shared/knowledge/passagePlace.ts'
import { store } from '../../core/store.ts'

/** The document in the panel, with the passage to show. */
export interface Viewed {
  baseId: string
  sourceId: string
  /** Without one, the document is shown from its beginning. */
  cited?: CitedPassage
  /** The element that had the focus, which gets it back. */
  opener: HTMLElement | null
}

/** In a narrower window, in CSS pixels, a document lies over what it was opened beside. */
export const viewerMinWidth = 1024

/** Document shown by the panel; `undefined` while it is closed. Each opening is a new object. */
export const viewedAtom = atom<Viewed | undefined>(undefined)

/**
 * Opens a passage's document beside what is shown now, with the passage marked. `passage` is its
 * text when it was found, by which it is found again if the document has changed. With a sentence
 * that rests on it, only what supports that is marked.
 */
export function openPassage(place: PassagePlace, passage: string, claim?: string): void {
  const { baseId, sourceId } = place
  open({ baseId, sourceId, cited: { place, passage, claim } })
}

/** Opens a source from its beginning. */
export function openSource({ baseId, id }: Pick<Source, 'baseId' | 'id'>): void {
  open({ baseId, sourceId: id })
}

/** Closes the panel, and gives the focus back to what opened it. */
export function closeViewer(): void {
  const opener = store.get(viewedAtom)?.opener
  store.set(viewedAtom, undefined)
  if (opener?.isConnected) opener.focus()
}

function open(viewed: Omit<Viewed, 'opener'>): void {
  const known = store.get(viewedAtom)
  const { activeElement } = document
  // From within the panel, what opened it stays the way back.
  const isInside = activeElement?.closest('[data-document]') !== null
  const focused = activeElement instanceof HTMLElement ? activeElement : null
  store.set(viewedAtom, { ...viewed, opener: (isInside && known?.opener) || focused })
}
