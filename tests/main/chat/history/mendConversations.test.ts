import { readFileSync, writeFileSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { listConversations } from '../../../../src/main/chat/history/chatLists.ts'
import { mendConversations } from '../../../../src/main/chat/history/mendConversations.ts'
import { listMessages } from '../../../../src/main/chat/history/messages.ts'
import { search } from '../../../../src/main/chat/search/search.ts'
import { usedFiles } from '../../../../src/main/chat/history/usedFiles.ts'
import { openDatabase } from '../../../../src/main/storage/database.ts'
import { migrations } from '../../../../src/main/app/migrations.ts'
import { historyPath } from '../../../../src/main/storage/paths.ts'
import { rebuildDatabase } from '../../../../src/main/storage/rebuild.ts'
import { repairDatabase } from '../../../../src/main/storage/repair.ts'
import { temporaryFolder } from '../../storage/temporaryFolder.ts'
import { saying } from '../scriptedProvider.ts'
import { exchange, model, openChat, openHistory, send, textsOf } from '../testHistory.ts'

const nobody = (): boolean => false

test('messages without their neighbours stay readable, in order and findable', async () => {
  let time = 1000
  const now = (): number => (time += 1000)
  const { replies, database } = openChat(saying('answer walrus'), openHistory(), { now })
  const first = await exchange(replies, send('first question'))
  const conversationId = first.conversation.id
  const second = await exchange(
    replies,
    send('second question', { conversationId, parentId: first.answer.id }),
  )
  database.exec('PRAGMA foreign_keys = OFF')
  database.run('DELETE FROM message WHERE id = ?', first.answer.id)
  database.run('DELETE FROM conversation')
  database.exec('DELETE FROM message_words; DELETE FROM title_words;')
  mendConversations(database)
  expect(database.all('PRAGMA foreign_key_check')).toEqual([])
  const [conversation] = listConversations(database, { before: null, limit: 5 })
  expect(conversation).toMatchObject({
    id: conversationId,
    title: 'first question',
    createdAt: first.question?.createdAt,
    usedAt: second.answer.createdAt,
  })
  const page = listMessages(database, { conversationId, before: null, limit: 9 }, nobody)
  expect(textsOf(page.messages)).toEqual(['first question', 'second question', 'answer walrus'])
  const [hit] = search(database, { query: 'walrus', limit: 5 })
  expect(hit?.messageId).toBe(second.answer.id)
})

test('a conversation of files alone is named after the first, and its files stay known', async () => {
  const { replies, database } = openChat(saying('Seen'))
  const file = {
    id: 'a'.repeat(64),
    name: 'report.pdf',
    mediaType: 'application/pdf',
    sizeBytes: 1,
  }
  await exchange(replies, { ...send(''), files: [file] })
  const lost = { ...file, id: 'b'.repeat(64) }
  await exchange(replies, { ...send(''), files: [lost] })
  database.exec('PRAGMA foreign_keys = OFF')
  database.exec('DELETE FROM conversation; DELETE FROM message_words; DELETE FROM title_words;')
  const half = `[{"type":"file","file":{"id":"${lost.id}","na`
  database.run('UPDATE message SET parts = ? WHERE instr(parts, ?) > 0', half, lost.id)
  mendConversations(database)
  const titles = listConversations(database, { before: null, limit: 5 }).map(({ title }) => title)
  expect(titles.toSorted()).toEqual(['', 'report.pdf'])
  // Someone may repair an unreadable message one day.
  expect(usedFiles(database)).toEqual(new Set([file.id, lost.id]))
})

test('an answer whose question is lost is told apart, and not sent alone', async () => {
  const { replies, database } = openChat(saying('Seen'))
  const { answer, question, conversation } = await exchange(replies, send('lost question'))
  database.exec('PRAGMA foreign_keys = OFF')
  database.run('DELETE FROM message WHERE id = ?', question?.id ?? '')
  mendConversations(database)
  const again = { kind: 'regenerate' as const, messageId: answer.id, model, shorten: false }
  await expect(exchange(replies, again)).rejects.toMatchObject({ code: 'badInput' })
  const next = send('Next', { conversationId: conversation.id, parentId: answer.id })
  expect((await exchange(replies, next)).answer.status).toBe('complete')
})

test('a history with a hole in it opens again after a repair', async () => {
  const folder = temporaryFolder()
  const database = openHistory(folder)
  const { replies } = openChat(saying('An answer of some length. '.repeat(40)), database)
  for (let index = 0; index < 60; index++) await exchange(replies, send(`question ${index}`))
  database.close()
  const path = historyPath(folder)
  const bytes = readFileSync(path)
  for (const page of [41, 42, 53]) randomBytes(4096).copy(bytes, page * 4096)
  writeFileSync(path, bytes)
  expect(() => openDatabase({ path, migrations })).toThrow(
    expect.objectContaining({ code: 'databaseDamaged' }),
  )
  const { rows } = await repairDatabase({
    path,
    newest: migrations.length,
    rebuild: () => rebuildDatabase({ path, migrations, mend: mendConversations }),
  })
  expect(rows).toBeGreaterThan(100)
  const repaired = openHistory(folder)
  const conversations = listConversations(repaired, { before: null, limit: 100 })
  expect(conversations.length).toBeGreaterThan(50)
  for (const { id } of conversations) {
    const page = listMessages(repaired, { conversationId: id, before: null, limit: 9 }, nobody)
    expect(page.messages.length).toBeLessThanOrEqual(2)
  }
  expect(repaired.all('PRAGMA foreign_key_check')).toEqual([])
  expect(repaired.get('PRAGMA integrity_check')).toEqual({ integrity_check: 'ok' })
})
