import { expect, test } from 'vitest'
import { appendToJournal, readJournal } from '../../../../src/main/chat/history/journal.ts'
import { getMessage } from '../../../../src/main/chat/history/messages.ts'
import { eraseRemoved, removeConversation } from '../../../../src/main/chat/history/trash.ts'
import { recoverInterrupted } from '../../../../src/main/chat/history/recovery.ts'
import { search } from '../../../../src/main/chat/search/search.ts'
import { markStreaming } from '../../../../src/main/chat/history/messages.ts'
import { joinPieces } from '../../../../src/main/chat/history/pieces.ts'
import { saying } from '../scriptedProvider.ts'
import { exchange, openChat, send } from '../testHistory.ts'

const nobody = (): boolean => false
const citation = { number: 1, title: 'Keys', passage: 'Press it', source: 'guide/keys' }

const warning = { code: 'optionDropped' as const, subject: 'effort' }
const call = { type: 'toolCall' as const, id: '1', name: 'clock', arguments: '' }

test('what was streaming becomes interrupted, with all that was journalled', async () => {
  const { replies, database } = openChat(saying('Earlier. '))
  const { answer, conversation } = await exchange(replies, send('go'))
  markStreaming(database, answer.id, answer.parts)
  const [high, low] = ['\ud83c', '\udf89']
  appendToJournal(database, answer.id, [
    { kind: 'request', value: 'req_2' },
    { kind: 'reasoning', value: 'hm' },
    { kind: 'text', value: `Party ${high}` },
  ])
  appendToJournal(database, answer.id, [
    { kind: 'text', value: `${low} walrus` },
    { kind: 'citation', value: citation },
    { kind: 'warning', value: warning },
    { kind: 'piece', value: { ...call, arguments: '{"a"' } },
    { kind: 'piece', value: { ...call, arguments: ':1}' } },
  ])
  // This also holds before the recovery, which a full disk may prevent.
  expect(getMessage(database, answer.id, nobody).status).toBe('interrupted')
  expect(recoverInterrupted(database)).toBe(1)
  expect(recoverInterrupted(database)).toBe(0)
  expect(getMessage(database, answer.id, nobody)).toMatchObject({
    status: 'interrupted',
    parts: [
      { type: 'reasoning', text: 'hm' },
      { type: 'text', text: 'Earlier. Party 🎉 walrus' },
      { ...call, arguments: '{"a":1}' },
    ],
    citations: [citation],
    warnings: [warning],
    requestId: 'req_2',
  })
  expect(database.all('SELECT * FROM journal')).toEqual([])
  const [hit] = search(database, { query: 'walrus', limit: 5 })
  expect(hit).toMatchObject({ conversation: { id: conversation.id }, messageId: answer.id })
})

test('an entry that can’t be read is passed over', async () => {
  const { replies, database } = openChat(saying('x'))
  const { answer } = await exchange(replies, send('go'))
  appendToJournal(database, answer.id, [{ kind: 'text', value: 'one ' }])
  database.run(
    `INSERT INTO journal (message_id, kind, value) VALUES (?, 'text', '"hal')`,
    answer.id,
  )
  appendToJournal(database, answer.id, [{ kind: 'text', value: 'two' }])
  expect(joinPieces(readJournal(database, answer.id).pieces)).toEqual([
    { type: 'text', text: 'one two' },
  ])
})

test('a removed conversation can be erased while a journal of it is left', async () => {
  const { replies, database } = openChat(saying('x'))
  const { answer, conversation } = await exchange(replies, send('go'))
  appendToJournal(database, answer.id, [{ kind: 'text', value: 'left' }])
  removeConversation(database, conversation.id, 1)
  expect(eraseRemoved(database)).toBe(1)
  expect(database.all('SELECT * FROM journal')).toEqual([])
})

test('a long reply is journalled by appending, each row as long as what is new', async () => {
  const { replies, database } = openChat(saying('x'))
  const { answer } = await exchange(replies, send('go'))
  const changesBefore = Number(database.get('SELECT total_changes() AS n')?.['n'])
  for (let index = 0; index < 500; index++) {
    appendToJournal(database, answer.id, [{ kind: 'text', value: 'y'.repeat(100) }])
  }
  const changes = Number(database.get('SELECT total_changes() AS n')?.['n']) - changesBefore
  expect(changes).toBe(500)
  expect(database.get('SELECT max(length(value)) AS longest FROM journal')).toEqual({
    longest: 102,
  })
})
