import { randomUUID } from 'node:crypto'
import { AppError } from '../../../shared/errors.ts'
import type { Part } from '../../../shared/chat/parts.ts'
import { noteGivenIn } from '../../tools/givenTexts.ts'
import { getConversation, insertConversation } from '../history/conversations.ts'
import { titleFromText } from '../history/firstWords.ts'
import { nameableText } from '../history/messageParts.ts'
import { endWaiting, getMessage, insertMessage } from '../history/messages.ts'
import { readTurns } from '../turns/turns.ts'
import { begun, emptyMessage, insertAnswer, refuseStreaming } from './startAnswer.ts'
import type { Begin, BegunReply, Input } from './startAnswer.ts'

/** Begins the answer to a new message, in a new conversation if none is given. */
export function beginSend(begin: Begin, input: Input<'send'>): BegunReply {
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
