import { randomUUID } from 'node:crypto'
import type { Conversation, Message } from '../../../shared/chat/chat.ts'
import type { AppendSpokenInput } from '../../../shared/chat/spoken.ts'
import { guardLedger, recordSpend } from '../../spending/ledger.ts'
import type { Database } from '../../storage/connection.ts'
import { getConversation, insertConversation, leafOf, markUsed, showLeaf } from './conversations.ts'
import { titleFromText } from './firstWords.ts'
import { endWaitingWritten, finishMessage, getMessage, insertMessage } from './messages.ts'
import type { IsRunning } from './messages.ts'
import type { StoredMessage } from './messageRow.ts'

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
  {
    conversationId,
    role,
    text,
    at: spokenAt,
    isInterrupted,
    usage,
    chatModel,
    speaker,
  }: AppendSpokenInput,
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
    if (parentId !== null) endWaitingWritten(database, parentId)
    const message: StoredMessage = {
      id,
      conversationId: conversation,
      parentId,
      role,
      status: 'complete',
      parts: [{ type: 'text', text }],
      citations: [],
      warnings: isInterrupted ? [{ code: 'speechInterrupted' }] : [],
      error: null,
      model: role === 'assistant' ? speaker : null,
      usage,
      requestId: null,
      createdAt: spokenAt,
      firstTokenMilliseconds: null,
      durationMilliseconds: null,
    }
    insertMessage(database, message)
    finishMessage(database, id, message)
    // An answer of several texts is counted with the last one.
    if (usage) {
      const place = { conversationId: conversation, messageId: id }
      const request = { origin: id, kind: 'realtime', at: spokenAt, model: speaker, usage } as const
      guardLedger(database, () => recordSpend(database, { ...request, ...place }))
    }
    showLeaf(database, conversation, id)
    markUsed(database, conversation, at)
    return {
      conversation: getConversation(database, conversation),
      message: getMessage(database, id, isRunning),
    }
  })
}
