import { randomUUID } from 'node:crypto'
import type { Conversation, Message, ReplyInput } from '../../../shared/chat/chat.ts'
import { AppError } from '../../../shared/errors.ts'
import type { ModelReference } from '../../../shared/models.ts'
import type { Attachment, Part, Warning } from '../../../shared/chat/parts.ts'
import type { Turn } from '../../providers/reply.ts'
import type { Database } from '../../storage/connection.ts'
import { isShown, setColumns, takeColumn } from '../history/answerColumns.ts'
import {
  getConversation,
  markUsed,
  setConversationModel,
  showLeaf,
} from '../history/conversations.ts'
import { getMessage, insertMessage, markStreaming, type IsRunning } from '../history/messages.ts'
import { isSpoken } from '../tools/toolCallStates.ts'
import type { DocumentTexts } from '../turns/documentTexts.ts'
import { dropTurns, readTurns, type ReadFile } from '../turns/turns.ts'

/** A reply whose rows are all on disk, and which the model has not been asked for yet. */
export interface BegunReply {
  conversation: Conversation
  /** The user's new message, if any, and the answer. */
  messages: Message[]
  answer: Message
  model: ModelReference
  turns: Turn[]
  /** The index of the turn with the question of this answer. */
  question: number
  /** Warnings from before the request. */
  warnings: Warning[]
  /**
   * The first step: asking the model, running open calls, running the calls that a realtime session
   * has just asked for, asking the user about a repeated call, or waiting for the user.
   */
  next: 'model' | 'toolCalls' | 'newToolCalls' | 'question' | 'user'
  /** The answers of further models to the same question, each in a column of its own. */
  others?: BegunReply[]
}

/** Record that each way to begin an answer takes. */
export interface Begin {
  database: Database
  isRunning: IsRunning
  now: () => number
  readFile: ReadFile
  documents?: DocumentTexts | undefined
  /** Errors: attachmentMissing, attachmentsTooLarge. */
  assertStored: (files: readonly Attachment[]) => void
  /** Called in the transaction that creates a conversation. */
  onCreated?: (conversationId: string) => void
  /** Called in the transaction that repeats an answer up to a call. */
  onRepeated?: (earlierId: string, answerId: string) => void
}

/** An input of one kind, such as `send`. */
export type Input<Kind> = Extract<ReplyInput, { kind: Kind }>

/** An input that begins something, unlike one that follows a begun answer. */
export type BeginInput = Exclude<ReplyInput, { kind: 'join' }>

/** Returns a reply that asks the model next. Errors: badInput. */
export function begun(
  { database }: Begin,
  reply: Pick<BegunReply, 'answer' | 'model' | 'turns'> & Partial<BegunReply>,
): BegunReply {
  const { answer, turns } = reply
  // The question of a realtime session's calls may not have been written down.
  if (turns.length === 0 && !isSpoken(answer.parts))
    throw new AppError('badInput', 'The question of this answer is lost')
  const conversation = getConversation(database, answer.conversationId)
  const question = turns.length - 1
  return { messages: [answer], question, conversation, warnings: [], next: 'model', ...reply }
}

/** Returns an answer with the earlier turns that its request included. */
export function resumed(begin: Begin, answer: Message, next: BegunReply['next']): BegunReply {
  const model = modelOf(begin, answer)
  return begun(begin, { answer, model, turns: turnsBefore(begin, answer, model), next })
}

/** Returns the turns before an answer without those that its request left out. */
export function turnsBefore(begin: Begin, answer: Message, model: ModelReference): Turn[] {
  const turns = readTurns(begin.database, answer.parentId, { ...begin, model })
  return dropTurns(turns, droppedBefore(answer)).turns
}

/** Returns the model of an answer. Errors: modelMissing. */
export function modelOf({ database }: Begin, answer: Message): ModelReference {
  const model = answer.model ?? getConversation(database, answer.conversationId).model
  if (!model) throw new AppError('modelMissing', 'No model is known for this answer')
  return model
}

/** Returns an answer that nobody writes, in a conversation that is not removed. */
export function getAnswer({ database, isRunning }: Begin, messageId: string): Message {
  const message = getMessage(database, messageId, isRunning)
  getConversation(database, message.conversationId)
  if (message.role !== 'assistant') {
    throw new AppError('badInput', 'Only an answer can be regenerated or continued')
  }
  refuseStreaming(message)
  return message
}

/** Errors: conflict if the message is still being written. */
export function refuseStreaming(message: Message): void {
  if (message.status === 'streaming') {
    throw new AppError('conflict', 'This answer is still being written')
  }
}

/** Inserts an empty answer and shows it. */
export function insertAnswer(
  begin: Begin,
  conversationId: string,
  parentId: string | null,
  model: ModelReference,
): Message {
  const id = addAnswer(begin, conversationId, parentId, model)
  showAnswer(begin, conversationId, id, model)
  return getMessage(begin.database, id, () => true)
}

/**
 * Inserts another version of an answer, which takes its column if it is in one. Shows it, unless
 * the shown branch goes through another column.
 */
export function insertVersion(begin: Begin, earlier: Message, model: ModelReference): Message {
  const { database, now } = begin
  const { id: earlierId, conversationId, parentId } = earlier
  const id = addAnswer(begin, conversationId, parentId, model)
  const isBeside =
    takeColumn(database, earlierId, id) && !isShown(database, conversationId, earlierId)
  if (isBeside) markUsed(database, conversationId, now())
  else showAnswer(begin, conversationId, id, model)
  return getMessage(database, id, () => true)
}

/** Puts new answers of several models beside those in columns, and begins each by itself. */
export function beginColumns(
  begin: Begin,
  columns: readonly string[],
  added: readonly { id: string; model: ModelReference }[],
  parentId: string | null,
): BegunReply[] {
  const { database } = begin
  setColumns(database, [...columns, ...added.map(({ id }) => id)])
  return added.map(({ id, model }) => {
    const answer = getMessage(database, id, () => true)
    return begun(begin, {
      answer,
      model,
      turns: readTurns(database, parentId, { ...begin, model }),
    })
  })
}

/** Inserts an empty answer beside the shown one. Returns its id. */
export function addAnswer(
  { database, now }: Begin,
  conversationId: string,
  parentId: string | null,
  model: ModelReference,
): string {
  const id = randomUUID()
  insertMessage(database, { ...emptyMessage(conversationId, parentId, now()), id, model })
  return id
}

function showAnswer(
  { database, now }: Begin,
  conversationId: string,
  id: string,
  model: ModelReference,
): void {
  showLeaf(database, conversationId, id)
  setConversationModel(database, conversationId, model)
  markUsed(database, conversationId, now())
}

/** Returns the fields of a new message, which is an answer unless they are replaced. */
export function emptyMessage(conversationId: string, parentId: string | null, createdAt: number) {
  return {
    conversationId,
    parentId,
    role: 'assistant' as const,
    status: 'streaming' as const,
    parts: [],
    citations: [],
    warnings: [],
    error: null,
    model: null,
    usage: null,
    requestId: null,
    createdAt,
    firstTokenMilliseconds: null,
    durationMilliseconds: null,
  }
}

/** Continues a turn with the calls that may run now. */
export function goOnWithToolCalls(begin: Begin, earlier: Message, parts: Part[]): BegunReply {
  return resumed(begin, streamAgain(begin, earlier, parts), 'toolCalls')
}

/** Marks an answer as being written again, from these parts on. */
export function streamAgain(begin: Begin, earlier: Message, parts: Part[]): Message {
  markStreaming(begin.database, earlier.id, parts)
  markUsed(begin.database, earlier.conversationId, begin.now())
  return { ...earlier, parts, status: 'streaming', error: null }
}

/** Returns how many messages the answer's request left out. */
export function droppedBefore({ warnings }: Message): number {
  const subject = warnings.find(({ code }) => code === 'earlierDropped')?.subject
  return Number(subject ?? 0) || 0
}
