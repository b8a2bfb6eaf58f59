import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { currentIdAtom } from '../chat/conversation/conversations.ts'
import { useNarrow } from '../core/appearance/narrow.ts'
import { dismissPreview, previewMinWidth, shownPreviewAtom } from '../core/shownPreview.ts'
import { store } from '../core/store.ts'
import { viewedAtom } from '../knowledge/viewer/openPassage.ts'

/**
 * Tells whether a preview is open, and whether it lies over what it was opened beside. It closes
 * when a document takes its place, and when another chat is shown or its own is removed: beside
 * another conversation it would seem to belong to that one.
 */
export function usePreviewPanel(): { isOpen: boolean; covers: boolean } {
  const isOpen = useAtomValue(shownPreviewAtom) !== undefined
  const narrow = useNarrow(previewMinWidth)
  useEffect(() => {
    const stops = [
      store.sub(currentIdAtom, dismissPreview),
      store.sub(viewedAtom, () => {
        if (store.get(viewedAtom)) dismissPreview()
      }),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [])
  return { isOpen, covers: isOpen && narrow }
}
