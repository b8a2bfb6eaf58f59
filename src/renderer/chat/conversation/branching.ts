import i18next from 'i18next'
import type { Message } from '../../../shared/chat/chat.ts'
import { maxTitleLength } from '../../../shared/limits.ts'
import { api } from '../../core/bridge.ts'
import { findConversation, putConversation } from './conversations.ts'

/** Ids of chats of which a branch is being made: a second press must not make another. */
const branching = new Set<string>()

/** Tells whether a message has ended, so that a chat can branch from it. */
export function canBranch({ status }: Message): boolean {
  return status !== 'streaming' && status !== 'awaiting'
}

/**
 * Copies a chat up to this message into a new one. Returns its id; undefined while the chat's
 * earlier branch is being made.
 */
export async function branchFrom({ id, conversationId }: Message): Promise<string | undefined> {
  if (branching.has(conversationId)) return undefined
  branching.add(conversationId)
  try {
    const title = branchTitle(findConversation(conversationId)?.title ?? '')
    const branch = await api.chat.branch({ messageId: id, title })
    putConversation(branch)
    return branch.id
  } finally {
    branching.delete(conversationId)
  }
}

/** Returns the title with a note that this is a branch, or the title alone if both are too long. */
function branchTitle(title: string): string {
  if (title === '') return ''
  const noted = i18next.t('chat.message.branchTitle', { title })
  return noted.length <= maxTitleLength ? noted : title
}
