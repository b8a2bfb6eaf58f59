import { atom } from 'jotai'
import { store } from '../../core/store.ts'

/** The list that the sidebar shows in place of the chats. */
export type ListView = 'chats' | 'archive' | 'trash'

export const listViewAtom = atom<ListView>('chats')

export function showListView(view: ListView): void {
  store.set(listViewAtom, view)
}
