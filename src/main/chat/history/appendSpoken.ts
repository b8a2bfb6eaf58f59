import { randomUUID } from 'node:crypto'
import type { AppendSpokenInput, Conversation, Message } from '../../../shared/chat/chat.ts'
import type { Database } from '../../storage/connection.ts'
import { getConversation, insertConversation, leafOf, markUsed, showLeaf } from './conversations.ts'
import { titleFromText } from './firstWords.ts'
import { endWaiting, getMessage, insertMessage, type IsRunning } from './messages.ts'

export interface AppendSpokenDependencies {
  database: Database
  isRunning: IsRunning
  now: () => number
}

/**
 * Appends what was said in a realtime session to its conversation's shown branch, or to a new
 * conversation. Errors: conversationMissing.
 */
export function appendSpoken(
  { database, isRunning, now }: AppendSpokenDependencies,
  { conversationId, role, text, chatModel, speaker }: AppendSpokenInput,
): { conversation: Conversation; message: Message } {
  return database.transaction(() => {
    const at = now()
    const conversation = conversationId ?? randomUUID()
    if (conversationId === null) {
      const title = titleFromText(text)
      insertConversation(database, {
        id: conversation,
        title,
        model: chatModel,
        createdAt: at,
        usedAt: at,
      })
    }
    getConversation(database, conversation)
    const id = randomUUID()
    const parentId = leafOf(database, conversation)
    if (parentId !== null) endWaiting(database, parentId)
    insertMessage(database, {
      id,
      conversationId: conversation,
      parentId,
      role,
      status: 'complete',
      parts: [{ type: 'text', text }],
      citations: [],
      warnings: [],
      error: null,
      model: role === 'assistant' ? speaker : null,
      usage: null,
      requestId: null,
      createdAt: at,
      firstTokenMilliseconds: null,
      durationMilliseconds: null,
    })
    showLeaf(database, conversation, id)
    markUsed(database, conversation, at)
    return {
      conversation: getConversation(database, conversation),
      message: getMessage(database, id, isRunning),
    }
  })
}
