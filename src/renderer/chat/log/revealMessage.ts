import { atom } from 'jotai'
import { store } from '../../core/store.ts'
import { seekMessage } from '../conversation/thread.ts'
import type { Thread } from '../conversation/thread.ts'

/** The message of a conversation that the log is to bring into sight. */
export const revealedAtom = atom<{ conversationId: string; messageId: string } | null>(null)

/**
 * Brings a message to the upper edge of its conversation's log, wherever it is; one that is in
 * sight stays where it is. False where the shown branch does not have it.
 */
export async function revealMessage(thread: Thread, messageId: string): Promise<boolean> {
  const isThere = await seekMessage(thread, messageId)
  const { conversationId } = thread
  if (isThere) store.set(revealedAtom, { conversationId, messageId })
  return isThere
}
