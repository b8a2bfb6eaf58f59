import { randomUUID } from 'node:crypto'
import type { Message } from '../../../shared/chat/chat.ts'
import { maxModelRequests } from '../../../shared/limits.ts'
import type { Part, Warning } from '../../../shared/chat/parts.ts'
import {
  getConversation,
  insertConversation,
  leafOf,
  markUsed,
  showLeaf,
} from '../history/conversations.ts'
import { endWaitingWritten, getMessage, insertMessage } from '../history/messages.ts'
import { emptyMessage } from './startAnswer.ts'
import type { Begin, BegunReply, Input } from './startAnswer.ts'

/**
 * Begins the tool calls of a realtime session, as an answer at the end of the shown branch. The chat
 * keeps its own model. Errors: conversationMissing.
 */
export function beginSpoken(begin: Begin, input: Input<'spokenToolCalls'>): BegunReply {
  const { database, now } = begin
  const { calls, round, speaker, usage } = input
  const conversationId = input.conversationId ?? createConversation(begin, input)
  getConversation(database, conversationId)
  const parentId = leafOf(database, conversationId)
  if (parentId !== null) endWaitingWritten(database, parentId)
  const id = randomUUID()
  const at = now()
  const parts = calls.map((call): Part => ({ type: 'toolCall', ...call, spoken: true }))
  insertMessage(database, {
    ...emptyMessage(conversationId, parentId, at),
    id,
    model: speaker,
    parts,
  })
  showLeaf(database, conversationId, id)
  markUsed(database, conversationId, at)
  const answer: Message = { ...getMessage(database, id, () => true), usage }
  return {
    conversation: getConversation(database, conversationId),
    messages: [answer],
    answer,
    model: speaker,
    turns: [],
    question: -1,
    warnings: round < maxModelRequests ? [] : [toolLimit],
    next: 'newToolCalls',
  }
}

const toolLimit: Warning = { code: 'toolLimit', subject: String(maxModelRequests) }

/** Creates a conversation whose title its first message gives later. */
function createConversation(
  { database, now, onCreated }: Begin,
  { chatModel }: Input<'spokenToolCalls'>,
): string {
  const id = randomUUID()
  const at = now()
  insertConversation(database, { id, title: '', model: chatModel, createdAt: at, usedAt: at })
  onCreated?.(id)
  return id
}
