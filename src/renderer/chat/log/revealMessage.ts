import { atom } from 'jotai'
import { store } from '../../core/store.ts'
import { seekMessage } from '../conversation/thread.ts'
import type { Thread } from '../conversation/thread.ts'

/** The message that the log is asked to bring into sight. */
export const revealedAtom = atom<{ conversationId: string; messageId: string } | null>(null)

/** Counts the wishes: the newest counts, however long the older ones take. */
let wishes = 0

/**
 * Scrolls a message to the upper edge of its conversation's log; one in sight stays where it is.
 * Resolves to false if the shown branch does not contain it.
 */
export async function revealMessage(thread: Thread, messageId: string): Promise<boolean> {
  const wish = (wishes += 1)
  const isThere = await seekMessage(thread, messageId)
  const { conversationId } = thread
  if (isThere && wish === wishes) store.set(revealedAtom, { conversationId, messageId })
  return isThere
}

/** Gives up the scroll that was asked for and has not happened yet. */
export function cancelReveal(): void {
  wishes += 1
  store.set(revealedAtom, null)
}
