import type { Conversation } from '../../../shared/chat/chat.ts'
import type { ChatSort } from '../../../shared/chat/chatList.ts'
import { titleSortKey } from '../../../shared/chat/titleSortKey.ts'

/** The order of a list; the user sets that of the pinned chats by hand. */
export type ListOrder = ChatSort | 'pinned'

type Compare = (one: Conversation, other: Conversation) => number

/** Orders as main does, so that pages join. */
export const compareBy: Record<ListOrder, Compare> = {
  used: (one, other) => other.usedAt - one.usedAt,
  created: (one, other) => other.createdAt - one.createdAt,
  title: (one, other) => compare(titleKey(one), titleKey(other)),
  pinned: (one, other) =>
    compare(one.pinKey ?? '', other.pinKey ?? '') || compare(one.id, other.id),
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other)
}

const titleKeys = new WeakMap<Conversation, string>()

function titleKey(conversation: Conversation): string {
  let key = titleKeys.get(conversation)
  if (key === undefined) titleKeys.set(conversation, (key = titleSortKey(conversation.title)))
  return key
}

/** Returns the name of the list that a conversation is in: the id of a folder, or a word. */
export function placeKey({ isArchived, pinKey, folderId }: Conversation): string {
  if (isArchived) return 'archive'
  if (pinKey !== null) return 'pinned'
  return folderId ?? 'loose'
}
