import { atom } from 'jotai'
import type { PrimitiveAtom } from 'jotai'
import { dropOldest } from '../../../shared/dropOldest.ts'
import type { Message } from '../../../shared/chat/chat.ts'
import { api } from '../../core/bridge.ts'
import { store } from '../../core/store.ts'

const maxColumnMessages = 100

/**
 * The answers in columns, by id, as far as they were beside the shown branch or written here, each with an atom of its own: a word that
 * comes for one redraws no other.
 */
export const columnMessagesAtom = atom<ReadonlyMap<string, PrimitiveAtom<Message>>>(new Map())

/** Puts an answer in place of what is known of it. */
export function putColumn(message: Message): PrimitiveAtom<Message> {
  const known = store.get(columnMessagesAtom).get(message.id)
  if (known) {
    store.set(known, message)
    return known
  }
  const created = atom(message)
  keepColumn(message.id, created)
  return created
}

/** Keeps the atom of an answer on the shown branch: another column may take its place there. */
export function keepColumn(id: string, messageAtom: PrimitiveAtom<Message> | undefined): void {
  if (!messageAtom || store.get(columnMessagesAtom).get(id) === messageAtom) return
  store.set(columnMessagesAtom, (before) => {
    const after = new Map(before).set(id, messageAtom)
    dropOldest(after, maxColumnMessages)
    return after
  })
}

/** Loads an answer as it is on disk. Errors: messageMissing, conversationMissing. */
export async function loadColumn(messageId: string): Promise<void> {
  putColumn(await api.chat.message({ messageId }))
}
