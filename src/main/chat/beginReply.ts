import { randomUUID } from 'node:crypto'
import type { Conversation, Message, ReplyInput } from '../../shared/chat.ts'
import { AppError } from '../../shared/errors.ts'
import type { ModelReference } from '../../shared/providers.ts'
import type { Turn } from '../providers/provider.ts'
import type { Database } from '../storage/connection.ts'
import { appendTurn, readTurns } from './branch.ts'
import {
  getConversation,
  insertConversation,
  markUsed,
  setConversationModel,
  showLeaf,
} from './conversations.ts'
import { titleFromText } from './firstWords.ts'
import { textOf } from './messageParts.ts'
import { getMessage, insertMessage, markStreaming, type IsRunning } from './messages.ts'
import { recoverMessage } from './recovery.ts'

/** A reply whose every row is on disk, and which has not been asked for yet. */
export interface BegunReply {
  conversation: Conversation
  /** The user's new message, if any, and the answer. */
  messages: Message[]
  answer: Message
  model: ModelReference
  turns: Turn[]
}

export interface Begin {
  database: Database
  isRunning: IsRunning
  now: () => number
}

const continueRequest =
  'Go on exactly where your last message stopped, in the same language. ' +
  'Repeat nothing of it and add no remark.'

/**
 * Commits what a reply starts from, and waits for the disk. Errors: conversationMissing,
 * messageMissing, modelMissing, badInput, conflict where the answer is not in a state for it.
 */
export function beginReply(begin: Begin, input: ReplyInput): BegunReply {
  return begin.database.transaction(() => {
    if (input.kind === 'send') return beginSend(begin, input)
    if (input.kind === 'regenerate') return beginRegenerate(begin, input)
    return beginContinue(begin, input.messageId)
  })
}

type Input<Kind> = Extract<ReplyInput, { kind: Kind }>

function beginSend(begin: Begin, input: Input<'send'>): BegunReply {
  const { database, now } = begin
  const { model, parentId, text } = input
  const conversationId = input.conversationId ?? createConversation(begin, input)
  if (parentId !== null) {
    const parent = getMessage(database, parentId, begin.isRunning)
    if (parent.conversationId !== conversationId) {
      throw new AppError('badInput', 'The message answered belongs to another conversation')
    }
    refuseStreaming(parent)
  }
  getConversation(database, conversationId)
  const id = randomUUID()
  insertMessage(database, {
    ...emptyMessage(conversationId, parentId, now()),
    id,
    role: 'user',
    status: 'complete',
    parts: [{ type: 'text', text }],
  })
  const answer = insertAnswer(begin, conversationId, id, model)
  const question = getMessage(database, id, begin.isRunning)
  return begun(begin, answer, model, [question, answer], readTurns(database, id))
}

function beginRegenerate(begin: Begin, { messageId, model }: Input<'regenerate'>): BegunReply {
  const { database } = begin
  const earlier = getAnswer(begin, messageId)
  const answer = insertAnswer(begin, earlier.conversationId, earlier.parentId, model)
  return begun(begin, answer, model, [answer], readTurns(database, earlier.parentId))
}

function beginContinue(begin: Begin, messageId: string): BegunReply {
  const { database } = begin
  const earlier = getAnswer(begin, messageId)
  if (earlier.status === 'complete' || earlier.status === 'filtered') {
    throw new AppError('conflict', 'This answer has come to its end')
  }
  const model = earlier.model ?? getConversation(database, earlier.conversationId).model
  if (!model) throw new AppError('modelMissing', 'No model is known for this answer')
  if (earlier.status === 'interrupted') recoverMessage(database, messageId)
  markStreaming(database, messageId)
  markUsed(database, earlier.conversationId, begin.now())
  const turns = readTurns(database, earlier.parentId)
  const text = textOf(earlier.parts)
  if (text !== '') {
    appendTurn(turns, 'assistant', text)
    appendTurn(turns, 'user', continueRequest)
  }
  const answer: Message = { ...earlier, status: 'streaming', error: null }
  return begun(begin, answer, model, [answer], turns)
}

/** Gives an answer that is at rest, in a conversation that is not removed. */
function getAnswer({ database, isRunning }: Begin, messageId: string): Message {
  const message = getMessage(database, messageId, isRunning)
  getConversation(database, message.conversationId)
  if (message.role !== 'assistant') {
    throw new AppError('badInput', 'Only an answer can be regenerated or continued')
  }
  refuseStreaming(message)
  return message
}

function refuseStreaming(message: Message): void {
  if (message.status === 'streaming') {
    throw new AppError('conflict', 'This answer is still being written')
  }
}

function createConversation({ database, now }: Begin, input: Input<'send'>): string {
  if (input.parentId !== null) {
    throw new AppError('badInput', 'A new conversation has no message to answer')
  }
  const id = randomUUID()
  const at = now()
  const title = titleFromText(input.text)
  insertConversation(database, { id, title, model: input.model, createdAt: at, usedAt: at })
  return id
}

function insertAnswer(
  { database, now }: Begin,
  conversationId: string,
  parentId: string | null,
  model: ModelReference,
): Message {
  const at = now()
  const id = randomUUID()
  insertMessage(database, { ...emptyMessage(conversationId, parentId, at), id, model })
  showLeaf(database, conversationId, id)
  setConversationModel(database, conversationId, model)
  markUsed(database, conversationId, at)
  return getMessage(database, id, () => true)
}

function emptyMessage(conversationId: string, parentId: string | null, createdAt: number) {
  return {
    conversationId,
    parentId,
    role: 'assistant' as const,
    status: 'streaming' as const,
    parts: [],
    citations: [],
    error: null,
    model: null,
    usage: null,
    requestId: null,
    createdAt,
    firstTokenMilliseconds: null,
    durationMilliseconds: null,
  }
}

function begun(
  { database }: Begin,
  answer: Message,
  model: ModelReference,
  messages: Message[],
  turns: Turn[],
): BegunReply {
  const conversation = getConversation(database, answer.conversationId)
  return { conversation, messages, answer, model, turns }
}
