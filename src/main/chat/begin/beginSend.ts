import { randomUUID } from 'node:crypto'
import type { Message } from '../../../shared/chat/chat.ts'
import { AppError } from '../../../shared/errors.ts'
import type { ModelReference } from '../../../shared/models.ts'
import type { Part } from '../../../shared/chat/parts.ts'
import { noteGivenIn } from '../../tools/givenTexts.ts'
import { endColumns } from '../history/answerColumns.ts'
import { getConversation, insertConversation } from '../history/conversations.ts'
import { titleFromText } from '../history/firstWords.ts'
import { nameableText } from '../history/messageParts.ts'
import { endWaiting, getMessage, insertMessage } from '../history/messages.ts'
import { readTurns } from '../turns/turns.ts'
import {
  addAnswer,
  beginColumns,
  begun,
  emptyMessage,
  insertAnswer,
  refuseStreaming,
} from './startAnswer.ts'
import type { Begin, BegunReply, Input } from './startAnswer.ts'

/** Begins the answer to a new message, in a new conversation if none is given. */
export function beginSend(begin: Begin, input: Input<'send'>): BegunReply {
  const { database, now } = begin
  const { model, parentId, others = [] } = input
  const parts = partsOf(begin, input)
  const conversationId = input.conversationId ?? createConversation(begin, input, parts)
  if (parentId !== null) {
    const parent = getMessage(database, parentId, begin.isRunning)
    if (parent.conversationId !== conversationId) {
      throw new AppError('badInput', 'The message answered belongs to another conversation')
    }
    refuseStreaming(parent)
    endWaiting(database, parentId)
    endColumns(database, parent)
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
  if (others.length > 0) return beginSeveral(begin, { question, shown: answer, model, others })
  const turns = readTurns(database, id, { ...begin, model })
  return begun(begin, { answer, model, messages: [question, answer], turns })
}

interface Several {
  question: Message
  /** The answer that the chat goes on from, and its model. */
  shown: Message
  model: ModelReference
  others: readonly ModelReference[]
}

/** Begins the answers of several models to a new message, side by side. */
function beginSeveral(begin: Begin, { question, shown, model, others }: Several): BegunReply {
  const { id: parentId, conversationId } = question
  const beside = others.map((other) => ({
    id: addAnswer(begin, conversationId, parentId, other),
    model: other,
  }))
  const columns = beginColumns(begin, [], [{ id: shown.id, model }, ...beside], parentId)
  const [first, ...rest] = columns
  if (!first) throw new AppError('badInput', 'No model is chosen')
  const messages = [question, ...columns.map(({ answer }) => answer)]
  return { ...first, messages, others: rest }
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
  insertConversation(database, {
    ...{ id, title, model: input.model, folderId: input.folderId },
    ...{ createdAt: at, usedAt: at },
  })
  onCreated?.(id)
  return id
}

function partsOf(begin: Begin, { text, files }: Input<'send'>): Part[] {
  if (text.trim() === '' && files.length === 0) {
    throw new AppError('badInput', 'There is nothing to send')
  }
  begin.assertStored(files)
  const attached = files.map((file): Part => ({ type: 'file', file }))
  return text === '' ? attached : [...attached, { type: 'text', text }]
}
