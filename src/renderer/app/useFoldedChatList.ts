import { useEffect } from 'react'
import { sidebarOpenAtom, store } from '../core/store.ts'

/** In a wider window, list, conversation and document have room side by side. */
const roomyWidth = 1600

/** Folds the list of chats away while a document is open, unless the window has room for both. */
export function useFoldedChatList(hasDocument: boolean): void {
  useEffect(() => {
    if (!hasDocument || !store.get(sidebarOpenAtom) || innerWidth >= roomyWidth) return
    store.set(sidebarOpenAtom, false)
    return () => store.set(sidebarOpenAtom, true)
  }, [hasDocument])
}
