import { atom } from 'jotai'
import { placeAtom, store } from '../../core/store.ts'
import { storeLocally } from '../../core/stored/storeLocally.ts'
import { currentIdAtom } from './conversations.ts'

/** In sessionStorage, which survives the death of the page's process, but not the window. */
const shownKey = 'shownChat'
const crashedKey = 'crashedChats'
const maxCrashedChats = 100

/** The chats that were open when the page died, the latest last. They are shown as plain text. */
export const crashedChatsAtom = atom<ReadonlySet<string>>(new Set(readCrashed()))

const shownChatAtom = atom((get) => (get(placeAtom) === 'chats' ? get(currentIdAtom) : null))

/**
 * Stores the id of the shown chat before drawing it. If a page finds such an id when it starts, the
 * page before has died with that chat, and this one opens it as plain text.
 */
export function watchForCrashes(): void {
  const crashed = sessionStorage.getItem(shownKey)
  writeShown(null)
  if (crashed !== null) {
    const isNew = !store.get(crashedChatsAtom).has(crashed)
    addCrashed(crashed)
    // A chat that dies as plain text too is not opened automatically.
    if (isNew) store.set(currentIdAtom, crashed)
  }
  writeShown(store.get(shownChatAtom))
  store.sub(shownChatAtom, () => writeShown(store.get(shownChatAtom)))
  // A page that is left in the regular way has not died.
  addEventListener('pagehide', () => writeShown(null))
}

/** Suspects the chat on the screen after the page has failed as a whole. */
export function noteFailure(): void {
  const shown = store.get(shownChatAtom)
  if (shown !== null) addCrashed(shown)
}

/** Shows a chat with formatting again, at the risk that the page dies again. */
export function showFormatted(conversationId: string): void {
  const others = new Set(store.get(crashedChatsAtom))
  others.delete(conversationId)
  setCrashed(others)
}

function addCrashed(conversationId: string): void {
  const crashed = [...store.get(crashedChatsAtom)].filter((id) => id !== conversationId)
  setCrashed(new Set([...crashed, conversationId].slice(-maxCrashedChats)))
}

function setCrashed(crashed: ReadonlySet<string>): void {
  storeLocally(crashedKey, [...crashed].join(' '))
  store.set(crashedChatsAtom, crashed)
}

function readCrashed(): string[] {
  return (localStorage.getItem(crashedKey) ?? '').split(' ').filter((id) => id !== '')
}

function writeShown(conversationId: string | null): void {
  if (conversationId === null) sessionStorage.removeItem(shownKey)
  else sessionStorage.setItem(shownKey, conversationId)
}
