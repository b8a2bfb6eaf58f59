import { atom } from 'jotai'
import { store } from '../../core/store.ts'
import { seekMessage } from '../conversation/thread.ts'
import type { Thread } from '../conversation/thread.ts'

/** The message that the log is asked to bring into sight. */
export const revealedAtom = atom<{ conversationId: string; messageId: string } | null>(null)

/**
 * Scrolls a message to the upper edge of its conversation's log; one in sight stays where it is.
 * Resolves to false if the shown branch does not contain it.
 */
export async function revealMessage(thread: Thread, messageId: string): Promise<boolean> {
  const isThere = await seekMessage(thread, messageId)
  const { conversationId } = thread
  if (isThere) store.set(revealedAtom, { conversationId, messageId })
  return isThere
}
