import { atom } from 'jotai'
import { placeAtom, store } from '../../core/store.ts'
import { currentIdAtom } from './conversations.ts'

/** Kept for as long as the window is, also where the page's process dies, but not beyond. */
const shownKey = 'shownChat'
const crashedKey = 'crashedChats'
const crashedMaximum = 100

/** The chats that the page died with; the last one comes last. They are shown as plain text. */
export const crashedChatsAtom = atom<ReadonlySet<string>>(new Set(readCrashed()))

const shownChatAtom = atom((get) => (get(placeAtom) === 'chats' ? get(currentIdAtom) : null))

/**
 * Writes down which chat is on the screen, before it is drawn. Where the page finds at its start
 * that one still stands there, the page before has died with it, and opens it again as plain text.
 */
export function watchForCrashes(): void {
  const crashed = sessionStorage.getItem(shownKey)
  writeShown(null)
  if (crashed !== null) {
    const isNew = !store.get(crashedChatsAtom).has(crashed)
    addCrashed(crashed)
    // One that dies as plain text, too, is not opened by itself.
    if (isNew) store.set(currentIdAtom, crashed)
  }
  writeShown(store.get(shownChatAtom))
  store.sub(shownChatAtom, () => writeShown(store.get(shownChatAtom)))
  // A page that is left in order has not died.
  addEventListener('pagehide', () => writeShown(null))
}

/** The page has failed as a whole: the chat on the screen is the first to suspect. */
export function noteFailure(): void {
  const shown = store.get(shownChatAtom)
  if (shown !== null) addCrashed(shown)
}

/** Shows a chat as it is meant to be shown, at the risk that it ends as it did before. */
export function showFormatted(conversationId: string): void {
  const others = new Set(store.get(crashedChatsAtom))
  others.delete(conversationId)
  setCrashed(others)
}

function addCrashed(conversationId: string): void {
  const crashed = [...store.get(crashedChatsAtom)].filter((id) => id !== conversationId)
  setCrashed(new Set([...crashed, conversationId].slice(-crashedMaximum)))
}

function setCrashed(crashed: ReadonlySet<string>): void {
  localStorage.setItem(crashedKey, [...crashed].join(' '))
  store.set(crashedChatsAtom, crashed)
}

function readCrashed(): string[] {
  return (localStorage.getItem(crashedKey) ?? '').split(' ').filter((id) => id !== '')
}

function writeShown(conversationId: string | null): void {
  if (conversationId === null) sessionStorage.removeItem(shownKey)
  else sessionStorage.setItem(shownKey, conversationId)
}
