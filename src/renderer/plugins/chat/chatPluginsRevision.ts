import { atom } from 'jotai'

/** Counts the changes of what plugins are on in chats. */
export const chatPluginsRevisionAtom = atom(0)
