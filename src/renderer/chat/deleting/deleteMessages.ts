import i18next from 'i18next'
import type { Message } from '../../../shared/chat/chat.ts'
import type { DeletionExtent } from '../../../shared/chat/tree.ts'
import { api } from '../../core/bridge.ts'
import { attempt } from '../../core/failures.ts'
import { store } from '../../core/store.ts'
import { showToast } from '../../ui/layers/Toast.tsx'
import { focusComposer } from '../composer/composing.ts'
import { showVersion } from '../conversation/answering.ts'
import { findThread } from '../conversation/thread.ts'
import { focusMessage } from '../log/focusMessage.ts'

const undoMilliseconds = 10_000

export function measureDeletion({ id }: Message): Promise<DeletionExtent> {
  return api.chat.measureDeletion({ messageId: id })
}

/**
 * Deletes a message, alone or with all that follow it, and offers to undo that for a while. The
 * focus goes to the message in its place. Main tells every window of the change before it replies,
 * so that the thread is loading by then.
 */
export async function deleteMessages(message: Message, withFollowing: boolean): Promise<void> {
  const { id, conversationId } = message
  const nextShown = withFollowing ? undefined : messageAfter(conversationId, id)
  const { deletionId, messages, nextId } = await api.chat.deleteMessages({
    ...{ messageId: id, withFollowing },
  })
  showToast(i18next.t('chat.deletion.done', { count: messages }), {
    milliseconds: undoMilliseconds,
    action: { label: i18next.t('chat.delete.undo'), run: () => attempt(undo(deletionId, id)) },
  })
  const thread = findThread(conversationId)
  if (!thread) return
  await thread.loaded
  const focusedId = nextShown ?? nextId
  if (focusedId === null || !(await focusMessage(thread, focusedId))) focusComposer()
}

/** Puts a message back, and shows it: what was written since is another version then. */
async function undo(deletionId: string, messageId: string): Promise<void> {
  const { conversationId } = await api.chat.undoDeletion({ deletionId })
  const thread = findThread(conversationId)
  if (!thread) return
  await thread.loaded
  if (await focusMessage(thread, messageId)) return
  await showVersion(conversationId, messageId)
  await focusMessage(thread, messageId)
}

function messageAfter(conversationId: string, id: string): string | undefined {
  const thread = findThread(conversationId)
  const messages = thread ? store.get(thread.stateAtom).messages : []
  const at = messages.findIndex((message) => message.id === id)
  return at < 0 ? undefined : messages[at + 1]?.id
}
