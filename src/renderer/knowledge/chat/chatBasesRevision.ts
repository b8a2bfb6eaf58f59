import { atom } from 'jotai'

/** Counts the changes of what bases chats ask. */
export const chatBasesRevisionAtom = atom(0)
