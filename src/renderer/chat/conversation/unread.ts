import { atom } from 'jotai'
import { placeAtom, store } from '../../core/store.ts'
import { storeLocally } from '../../core/stored/storeLocally.ts'
import { currentIdAtom } from './conversations.ts'

const unreadKey = 'unreadChats'
const maxUnread = 200

/** The chats whose answer came while another chat, or another place, was shown; the latest last. */
export const unreadAtom = atom<ReadonlySet<string>>(new Set<string>())

const shownIdAtom = atom((get) => (get(placeAtom) === 'chats' ? get(currentIdAtom) : null))

/** Marks a chat whose answer has just ended, unless it is shown. */
export function markUnread(conversationId: string): void {
  if (store.get(shownIdAtom) === conversationId) return
  setUnread(new Set([...others(conversationId), conversationId].slice(-maxUnread)))
}

/** Takes the mark off a chat that is shown or deleted. */
export function markRead(conversationId: string): void {
  if (!store.get(unreadAtom).has(conversationId)) return
  setUnread(new Set(others(conversationId)))
}

/** Reads the marks of the last time, and takes them off as chats are shown. */
export function followShownChat(): void {
  store.set(unreadAtom, new Set(readStored()))
  store.sub(shownIdAtom, () => {
    const shown = store.get(shownIdAtom)
    if (shown !== null) markRead(shown)
  })
}

function others(conversationId: string): string[] {
  return [...store.get(unreadAtom)].filter((id) => id !== conversationId)
}

function setUnread(unread: ReadonlySet<string>): void {
  storeLocally(unreadKey, [...unread].join(' '))
  store.set(unreadAtom, unread)
}

function readStored(): string[] {
  return (localStorage.getItem(unreadKey) ?? '').split(' ').filter((id) => id !== '')
}
