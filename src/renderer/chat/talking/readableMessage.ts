import { store } from '../../core/store.ts'
import type { ReadableText } from '../../voices/readableText.ts'
import { messageElementId } from '../message/messageElementId.ts'
import { textOf } from '../conversation/replyMessage.ts'
import { findMessage, findThread } from '../conversation/thread.ts'

/** Returns a message in the form that reading aloud needs, also while it is being written. */
export function readableMessage(conversationId: string, messageId: string): ReadableText {
  const atomOf = () => {
    const thread = findThread(conversationId)
    return thread && findMessage(thread, messageId)?.atom
  }
  const message = () => {
    const atom = atomOf()
    return atom && store.get(atom)
  }
  return {
    id: messageId,
    text: () => {
      const current = message()
      return current ? textOf(current) : ''
    },
    model: () => message()?.model ?? null,
    isComplete: () => message()?.status !== 'streaming',
    subscribe: (listener) => {
      const atom = atomOf()
      return atom ? store.sub(atom, listener) : () => {}
    },
    element: () => document.getElementById(messageElementId(messageId)),
  }
}
