import type { StoredChat } from './messages.ts'

/** The app's log, and the bare list library with plain rows or with the app's own messages. */
export const listNames = ['parley', 'plain rows', 'same rows'] as const
export type ListName = (typeof listNames)[number]

/** Shows a chat in an element. Returns a function that removes it. Rows have `data-index`. */
export type MountList = (parent: HTMLElement, chat: StoredChat) => () => void
