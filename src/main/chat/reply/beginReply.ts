import { randomUUID } from 'node:crypto'
import type { Conversation, Message, ReplyInput } from '../../../shared/chat.ts'
import { calledTool } from '../../../shared/calledTool.ts'
import { AppError } from '../../../shared/errors.ts'
import type { ModelReference } from '../../../shared/models.ts'
import type { Attachment, Citation, Part, Warning } from '../../../shared/parts.ts'
import type { Turn } from '../../providers/provider.ts'
import type { Database } from '../../storage/connection.ts'
import {
  getConversation,
  insertConversation,
  markUsed,
  setConversationModel,
  showLeaf,
} from '../history/conversations.ts'
import { titleFromText } from '../history/firstWords.ts'
import { noteGivenIn } from '../../tools/givenTexts.ts'
import { addGrant, rememberApproved } from '../../tools/grants.ts'
import { decideToolCalls, type Decided } from '../tools/decideToolCalls.ts'
import { hasToolCallsToRun, isAwaited } from '../tools/toolCallStates.ts'
import {
  closeToolCalls,
  endsWithPage,
  nameableText,
  openToolCalls,
} from '../history/messageParts.ts'
import {
  endWaiting,
  getMessage,
  insertMessage,
  markStreaming,
  saveParts,
  type IsRunning,
} from '../history/messages.ts'
import type { DocumentTexts } from '../turns/documentTexts.ts'
import { dequeue } from '../history/queue.ts'
import { partsToRepeat } from '../tools/repeatedCall.ts'
import { recoverMessage } from '../history/recovery.ts'
import { appendParts, appendTurn, dropTurns, readTurns, shortenTurns } from '../turns/turns.ts'
import type { ReadFile } from '../turns/turns.ts'

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
   * The first step: asking the model, running open calls, asking the user about a repeated call, or
   * waiting for the user.
   */
  next: 'model' | 'toolCalls' | 'question' | 'user'
}

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

const continueRequest =
  'Go on exactly where your last message stopped, in the same language. ' +
  'Repeat nothing of it and add no remark.'

/**
 * Commits the rows of a new reply and waits for the disk. Errors: conversationMissing,
 * messageMissing, attachmentMissing, modelMissing, badInput, conflict if the answer's state does
 * not allow it.
 */
export function beginReply(begin: Begin, input: ReplyInput): BegunReply {
  return begin.database.transaction(() => {
    if (input.kind === 'send') return beginSend(begin, input)
    if (input.kind === 'sendQueued') return beginQueued(begin, input)
    if (input.kind === 'regenerate') return beginRegenerate(begin, input)
    if (input.kind === 'answerToolCall') return beginWithWord(begin, input)
    if (input.kind === 'repeatToolCall') return beginRepeat(begin, input)
    return beginContinue(begin, input.messageId)
  })
}

type Input<Kind> = Extract<ReplyInput, { kind: Kind }>

function beginSend(begin: Begin, input: Input<'send'>): BegunReply {
  const { database, now } = begin
  const { model, parentId } = input
  const parts = partsOf(begin, input)
  const conversationId = input.conversationId ?? createConversation(begin, input, parts)
  if (parentId !== null) {
    const parent = getMessage(database, parentId, begin.isRunning)
    if (parent.conversationId !== conversationId) {
      throw new AppError('badInput', 'The message answered belongs to another conversation')
    }
    refuseStreaming(parent)
    endWaiting(database, parentId)
  }
  getConversation(database, conversationId)
  const id = randomUUID()
  insertMessage(database, {
    ...emptyMessage(conversationId, parentId, now()),
    id,
    role: 'user',
    status: 'complete',
    parts,
  })
  noteGivenIn(database, id, input.text)
  const answer = insertAnswer(begin, conversationId, id, model)
  const question = getMessage(database, id, begin.isRunning)
  const turns = readTurns(database, id, { ...begin, model })
  return begun(begin, { answer, model, messages: [question, answer], turns })
}

/**
 * Moves a queued message into the chat in one transaction, so that it is neither lost nor sent
 * twice.
 */
function beginQueued(begin: Begin, { queuedId, ...rest }: Input<'sendQueued'>): BegunReply {
  const { conversationId, text, files } = dequeue(begin.database, queuedId)
  return beginSend(begin, { ...rest, kind: 'send', conversationId, text, files })
}

function beginRegenerate(begin: Begin, input: Input<'regenerate'>): BegunReply {
  const { messageId, model, shorten } = input
  const { database } = begin
  const earlier = getAnswer(begin, messageId)
  endWaiting(database, messageId)
  const answer = insertAnswer(begin, earlier.conversationId, earlier.parentId, model)
  const turns = readTurns(database, earlier.parentId, { ...begin, model })
  const messages = [answer]
  if (!shorten) return begun(begin, { answer, model, messages, turns })
  const shortened = shortenTurns(turns, droppedBefore(earlier))
  const reply = begun(begin, { answer, model, messages, turns: shortened.turns })
  if (shortened.dropped === 0) return reply
  const subject = String(shortened.dropped)
  return { ...reply, warnings: [{ code: 'earlierDropped', subject }] }
}

function beginRepeat(begin: Begin, input: Input<'repeatToolCall'>): BegunReply {
  const { database } = begin
  const earlier = getAnswer(begin, input.messageId)
  const parts = partsToRepeat(earlier.parts, input.part)
  if (!parts) throw new AppError('badInput', 'There is no such call that has ended')
  endWaiting(database, earlier.id)
  const model = modelOf(begin, earlier)
  const inserted = insertAnswer(begin, earlier.conversationId, earlier.parentId, model)
  const citations = citedIn(parts, earlier)
  saveParts(database, inserted.id, parts, citations)
  begin.onRepeated?.(earlier.id, inserted.id)
  return { ...begun(begin, whole(begin, { ...inserted, parts, citations })), next: 'question' }
}

/** Returns the citations of an answer that these of its parts use. */
function citedIn(parts: readonly Part[], { citations }: Message): Citation[] {
  const texts = parts.flatMap((part) => (part.type === 'text' ? part.text : []))
  return citations.filter(({ number }) =>
    texts.some((text) => text.includes(`[${String(number)}]`)),
  )
}

function beginContinue(begin: Begin, messageId: string): BegunReply {
  const { database } = begin
  const earlier = getAnswer(begin, messageId)
  const isOver = earlier.status === 'complete' && !endsWithPage(earlier.parts)
  if (isOver || ['filtered', 'awaiting'].includes(earlier.status)) {
    throw new AppError('conflict', 'This answer has come to its end, or waits for the user')
  }
  if (earlier.status === 'interrupted') {
    recoverMessage(database, messageId)
    if (hasToolCallsToRun(earlier.parts)) return goOnWithToolCalls(begin, earlier, earlier.parts)
  }
  const model = modelOf(begin, earlier)
  const parts = closeToolCalls(earlier.parts)
  markStreaming(database, messageId, parts)
  markUsed(database, earlier.conversationId, begin.now())
  const before = readTurns(database, earlier.parentId, { ...begin, model })
  // Turns that were left out at the answer's beginning stay out for the rest of it.
  const { turns } = dropTurns(before, droppedBefore(earlier))
  const question = turns.length - 1
  appendParts(turns, 'assistant', parts, begin)
  if (turns.at(-1)?.role === 'assistant') {
    appendTurn(turns, 'user', [{ type: 'text', text: continueRequest }])
  }
  const answer: Message = { ...earlier, parts, status: 'streaming', error: null }
  return begun(begin, { answer, model, messages: [answer], turns, question })
}

/** Continues an answer after the user's decision on a call, or waits for the next decision. */
function beginWithWord(begin: Begin, input: Input<'answerToolCall'>): BegunReply {
  const { messageId } = input
  const earlier = getAnswer(begin, messageId)
  const decided = earlier.status === 'awaiting' ? decideToolCalls(earlier.parts, input) : undefined
  if (!decided) throw new AppError('conflict', 'This call does not wait for an answer')
  const { parts } = decided
  keepPermissions(begin, earlier.conversationId, decided)
  if (!openToolCalls(parts).some(isAwaited)) return goOnWithToolCalls(begin, earlier, parts)
  saveParts(begin.database, messageId, parts)
  const answer: Message = { ...earlier, parts }
  return { ...begun(begin, whole(begin, answer)), next: 'user' }
}

/** Saves what the user has allowed beyond this answer. */
function keepPermissions(
  { database, now }: Begin,
  conversationId: string,
  { grants, allowed }: Decided,
): void {
  for (const grant of grants) addGrant(database, conversationId, grant, now())
  for (const call of allowed) {
    const { name, arguments: given } = calledTool(call)
    const tool = { name, pluginId: call.pluginId ?? '' }
    rememberApproved(database, conversationId, tool, { arguments: given, at: now() })
  }
}

/** Continues a turn with the calls that may run now. */
function goOnWithToolCalls(begin: Begin, earlier: Message, parts: Part[]): BegunReply {
  markStreaming(begin.database, earlier.id, parts)
  markUsed(begin.database, earlier.conversationId, begin.now())
  const answer: Message = { ...earlier, parts, status: 'streaming', error: null }
  return { ...begun(begin, whole(begin, answer)), next: 'toolCalls' }
}

/** Returns an answer with the earlier turns that its request included. */
function whole(begin: Begin, answer: Message) {
  const model = modelOf(begin, answer)
  const before = readTurns(begin.database, answer.parentId, { ...begin, model })
  const { turns } = dropTurns(before, droppedBefore(answer))
  return { answer, model, messages: [answer], turns }
}

function modelOf({ database }: Begin, answer: Message): ModelReference {
  const model = answer.model ?? getConversation(database, answer.conversationId).model
  if (!model) throw new AppError('modelMissing', 'No model is known for this answer')
  return model
}

/** Returns an answer that nobody writes, in a conversation that is not removed. */
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

function createConversation(
  { database, now, onCreated }: Begin,
  input: Input<'send'>,
  parts: readonly Part[],
): string {
  if (input.parentId !== null) {
    throw new AppError('badInput', 'A new conversation has no message to answer')
  }
  const id = randomUUID()
  const at = now()
  const title = titleFromText(nameableText(parts))
  insertConversation(database, { id, title, model: input.model, createdAt: at, usedAt: at })
  onCreated?.(id)
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

function begun(
  { database }: Begin,
  reply: Pick<BegunReply, 'answer' | 'model' | 'messages' | 'turns'> & { question?: number },
): BegunReply {
  if (reply.turns.length === 0) {
    throw new AppError('badInput', 'The question of this answer is lost')
  }
  const conversation = getConversation(database, reply.answer.conversationId)
  const { question = reply.turns.length - 1 } = reply
  return { ...reply, question, conversation, warnings: [], next: 'model' }
}

function partsOf(begin: Begin, { text, files }: Input<'send'>): Part[] {
  if (text.trim() === '' && files.length === 0) {
    throw new AppError('badInput', 'There is nothing to send')
  }
  begin.assertStored(files)
  const attached = files.map((file): Part => ({ type: 'file', file }))
  return text === '' ? attached : [...attached, { type: 'text', text }]
}

/** Returns how many messages the answer's request left out. */
function droppedBefore({ warnings }: Message): number {
  const subject = warnings.find(({ code }) => code === 'earlierDropped')?.subject
  return Number(subject ?? 0) || 0
}
