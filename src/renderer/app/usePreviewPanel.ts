import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { currentIdAtom } from '../chat/conversation/conversations.ts'
import { dismissPreview, shownPreviewAtom } from '../core/shownPreview.ts'
import { store } from '../core/store.ts'
import { viewedAtom } from '../knowledge/viewer/openPassage.ts'

/**
 * Tells whether a preview is open. It closes when a document takes its place, and when another chat
 * is shown or its own is removed: beside another conversation it would seem to belong to that one.
 */
export function usePreviewPanel(): boolean {
  const isOpen = useAtomValue(shownPreviewAtom) !== undefined
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
  return isOpen
}
