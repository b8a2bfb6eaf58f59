import type { Message } from '../../../shared/chat/chat.ts'
import { api } from '../../core/bridge.ts'
import { focusComposer } from '../composer/composing.ts'
import { untilAnswered } from '../conversation/answering.ts'
import { sendNext } from '../conversation/queue.ts'
import { findMessage, findThread, reloadThread } from '../conversation/thread.ts'
import { revealMessage } from '../log/revealMessage.ts'
import { store } from '../../core/store.ts'

/**
 * Goes on with one of the answers in columns. The others stay as its versions; those still being
 * written are stopped. What waits in the queue follows.
 */
export async function goOnWithColumn({ id, conversationId }: Message): Promise<void> {
  focusComposer()
  await api.chat.goOnWith({ messageId: id })
  const thread = findThread(conversationId)
  if (!thread) return
  await reloadThread(thread)
  await revealMessage(thread, id)
  await untilAnswered(conversationId)
  const shown = findMessage(thread, id)
  if (shown) sendNext(store.get(shown.atom))
}
