import { expect, onTestFinished, test, vi } from 'vitest'
import { listConversations } from '../../../../src/main/chat/history/chatLists.ts'
import {
  createDeletions,
  type Deletions,
} from '../../../../src/main/chat/history/deleteMessages.ts'
import { getMessage, listMessages } from '../../../../src/main/chat/history/messages.ts'
import { showVersion } from '../../../../src/main/chat/history/showVersion.ts'
import { eraseExpired, eraseRemoved, listTrash } from '../../../../src/main/chat/history/trash.ts'
import { usedFiles } from '../../../../src/main/chat/history/usedFiles.ts'
import { search } from '../../../../src/main/chat/search/search.ts'
import { readTurns } from '../../../../src/main/chat/turns/turns.ts'
import { branchTokens } from '../../../../src/main/chat/turns/branchTokens.ts'
import { listMarks, setMark } from '../../../../src/main/fineTuning/goodExamples.ts'
import { sumChat } from '../../../../src/main/spending/sums.ts'
import type { Database } from '../../../../src/main/storage/connection.ts'
import type { Message } from '../../../../src/shared/chat/chat.ts'
import { tree } from '../../../../src/shared/chat/tree.ts'
import { temporaryFolder } from '../../storage/temporaryFolder.ts'
import { saying, sayingThenSilent } from '../scriptedProvider.ts'
import {
  exchange,
  model,
  nobody,
  notesFile as file,
  openChat,
  openFrames,
  openHistory,
  readStart,
  send,
  textsOf,
  withoutFiles,
  type TestChat,
} from '../testHistory.ts'

const firstPage = { before: null, limit: 50 }

interface Opened extends TestChat {
  deletions: Deletions
  purged: number[]
}

function open(database = openHistory(), undoableMilliseconds = 60_000): Opened {
  const opened = openChat(saying('Indeed.'), database)
  const purged: number[] = []
  const deletions = createDeletions({
    ...{ database, isRunning: opened.replies.isRunning, log: () => {}, undoableMilliseconds },
    purgeSoon: () => void purged.push(eraseExpired(database, Date.now(), 10).length),
  })
  onTestFinished(deletions.close)
  return { ...opened, deletions, purged }
}

/** Makes a chat of questions, each with an answer. Returns its id and those of the messages. */
async function ask({ replies }: TestChat, texts: readonly string[]) {
  let conversationId: string | null = null
  const ids: string[] = []
  for (const text of texts) {
    const place = { conversationId, parentId: ids.at(-1) ?? null }
    const { conversation, question, answer } = await exchange(replies, send(text, place))
    conversationId = conversation.id
    ids.push(question?.id ?? '', answer.id)
  }
  return { conversationId: conversationId ?? '', ids }
}

function shown(database: Database, conversationId: string): Message[] {
  return listMessages(database, { ...firstPage, conversationId }, nobody).messages
}

const shownTexts = (database: Database, id: string): string[] => textsOf(shown(database, id))

function rows(database: Database): unknown[] {
  return [
    database.all('SELECT * FROM message ORDER BY sequence'),
    database.all('SELECT * FROM conversation ORDER BY sequence'),
  ]
}

test('a message deleted alone joins what follows to the one before, and comes back as it was', async () => {
  const opened = open()
  const { database, deletions } = opened
  const { conversationId, ids } = await ask(opened, ['walrus?', 'narwhal?'])
  const before = rows(database)
  expect(deletions.measure(ids[1] ?? '')).toEqual({
    ...{ following: 2, inOtherVersions: 0, leavesAnswerFirst: false },
  })
  const deletion = deletions.delete({ messageId: ids[1] ?? '', withFollowing: false })
  expect(tree.deleteMessages.output.parse(deletion)).toMatchObject({
    ...{ conversationId, messages: 1, nextId: ids[0] },
  })
  expect(shownTexts(database, conversationId)).toEqual(['walrus?', 'narwhal?', 'Indeed.'])
  // Two questions in a row become one turn, because services refuse what does not alternate.
  const turns = readTurns(database, ids[3] ?? '', { model, ...withoutFiles })
  expect(turns).toEqual([
    { role: 'user', parts: [{ type: 'text', text: 'walrus?\n\nnarwhal?' }] },
    { role: 'assistant', parts: [{ type: 'text', text: 'Indeed.' }] },
  ])
  deletions.undo(deletion.deletionId)
  expect(rows(database)).toEqual(before)
})

test('a message is deleted with all that follow in any version, and the version beside it is shown', async () => {
  const opened = open()
  const { database, deletions, replies } = opened
  const { conversationId, ids } = await ask(opened, ['walrus?', 'narwhal?'])
  const again = { kind: 'regenerate' as const, model, shorten: false }
  const other = await exchange(replies, { ...again, messageId: ids[1] ?? '' })
  await exchange(replies, { ...again, messageId: ids[3] ?? '' })
  const before = rows(database)
  expect(deletions.measure(ids[1] ?? '')).toMatchObject({ following: 2, inOtherVersions: 1 })
  const deletion = deletions.delete({ messageId: ids[1] ?? '', withFollowing: true })
  expect(deletion).toMatchObject({ messages: 4, nextId: other.answer.id })
  expect(shownTexts(database, conversationId)).toEqual(['walrus?', 'Indeed.'])
  expect(getMessage(database, other.answer.id, nobody).siblings).toEqual([other.answer.id])
  deletions.undo(deletion.deletionId)
  expect(rows(database)).toEqual(before)
})

test('nothing finds, lists, counts or sends what is deleted, and its cost stays with the chat', async () => {
  const opened = open()
  const { database, deletions, replies } = opened
  const first = await exchange(replies, { ...send('walrus?'), files: [file] })
  const { id: conversationId } = first.conversation
  setMark(database, { messageId: first.answer.id, isGood: true }, 1)
  const spent = sumChat(database, conversationId)
  const messageId = first.question?.id ?? ''
  const deletion = deletions.delete({ messageId, withFollowing: true })
  expect(search(database, { query: 'walrus', limit: 5 })).toMatchObject([{ messageId: null }])
  expect(search(database, { query: 'indeed', limit: 5 })).toEqual([])
  expect(listMarks(database)).toEqual([])
  expect(listConversations(database, firstPage)).toMatchObject([{ id: conversationId }])
  expect(listTrash(database, firstPage)).toEqual([])
  expect(sumChat(database, conversationId)).toEqual(spent)
  // The file stays while the deletion can be undone.
  expect([...usedFiles(database)]).toContain(file.id)
  const stale = { kind: 'regenerate' as const, messageId: first.answer.id, model, shorten: false }
  await expect(exchange(replies, stale)).rejects.toMatchObject({ code: 'conversationMissing' })
  const below = send('stale', { conversationId, parentId: messageId })
  await expect(exchange(replies, below)).rejects.toMatchObject({ code: 'badInput' })
  expect(() => deletions.measure(messageId)).toThrow(/does not exist/)

  // The chat is empty, not broken.
  expect(shown(database, conversationId)).toEqual([])
  await exchange(replies, send('seal?', { conversationId, parentId: null }))
  expect(shownTexts(database, conversationId)).toEqual(['seal?', 'Indeed.'])
  // The message written since stays shown; the rest is beside it.
  deletions.undo(deletion.deletionId)
  const [question] = shown(database, conversationId)
  expect(question?.siblings).toEqual([messageId, question?.id])
  expect(listMarks(database)).toEqual([first.answer.id])
})

test('a kill makes a deletion final: the next start erases what it took', async () => {
  const folder = temporaryFolder()
  const database = openHistory(folder)
  const opened = open(database)
  const { conversationId, ids } = await ask(opened, ['walrus?', 'narwhal?'])
  opened.deletions.delete({ messageId: ids[0] ?? '', withFollowing: false })
  opened.deletions.delete({ messageId: ids[2] ?? '', withFollowing: true })
  // Another connection to the same file, as after a kill.
  const next = openHistory(folder)
  expect(eraseRemoved(next)).toBe(2)
  expect(shownTexts(next, conversationId)).toEqual(['Indeed.'])
  expect(next.all('SELECT id FROM message')).toHaveLength(1)
  expect(next.all('SELECT id FROM conversation')).toHaveLength(1)
  expect(next.all('PRAGMA foreign_key_check')).toEqual([])
})

test('after its time a deletion is final, and its rows go while Parley runs', async () => {
  const opened = open(openHistory(), 20)
  const { database, deletions, purged } = opened
  const { ids } = await ask(opened, ['walrus?'])
  const deletion = deletions.delete({ messageId: ids[1] ?? '', withFollowing: true })
  // The newest rows of all wait for a start, as their absence would look like a loss.
  await ask(opened, ['seal?'])
  await exchange(opened.replies, send('another chat'))
  await vi.waitFor(() => expect(purged).toHaveLength(1))
  expect(() => deletions.undo(deletion.deletionId)).toThrow(/undone/)
  expect(() => getMessage(database, ids[1] ?? '', nobody)).toThrow(/does not exist/)
})

test('deletions are undone in any order that leaves each its place', async () => {
  const opened = open()
  const { database, deletions } = opened
  const { conversationId, ids } = await ask(opened, ['walrus?', 'narwhal?'])
  const first = deletions.delete({ messageId: ids[2] ?? '', withFollowing: false })
  const second = deletions.delete({ messageId: ids[1] ?? '', withFollowing: false })
  expect(shownTexts(database, conversationId)).toEqual(['walrus?', 'Indeed.'])
  // The message before it is gone.
  expect(() => deletions.undo(first.deletionId)).toThrow(/undone/)
  deletions.undo(second.deletionId)
  deletions.undo(first.deletionId)
  expect(shownTexts(database, conversationId)).toEqual([
    'walrus?',
    'Indeed.',
    'narwhal?',
    'Indeed.',
  ])
})

test('an answer that is being written holds up its own deletion and that of what precedes it', async () => {
  const database = openHistory()
  const { replies } = openChat(sayingThenSilent('Well'), database)
  const deletions = createDeletions({
    ...{ database, isRunning: replies.isRunning, purgeSoon: () => {}, log: () => {} },
  })
  const frames = openFrames(replies, send('walrus?'))
  const { answer } = await readStart(frames)
  for (const id of [answer.id, answer.parentId ?? '']) {
    for (const withFollowing of [true, false]) {
      expect(() => deletions.delete({ messageId: id, withFollowing })).toThrow(/being written/)
    }
  }
  replies.stopAll()
})

test('an answer’s count is of no use after a message before it is deleted, and of use again after undo', async () => {
  const opened = open()
  const { database, deletions } = opened
  const { ids } = await ask(opened, ['walrus?', 'narwhal?'])
  const leaf = ids[3] ?? ''
  database.run(
    `UPDATE message SET context_tokens = 5000, usage = ? WHERE id = ?`,
    ...[JSON.stringify({ inputTokens: 4000, outputTokens: 1000 }), leaf],
  )
  const counted = (): number =>
    branchTokens(database, leaf, { model, ...withoutFiles }).countedTokens
  expect(counted()).toBe(5000)
  const deletion = deletions.delete({ messageId: ids[1] ?? '', withFollowing: false })
  expect(counted()).toBe(0)
  deletions.undo(deletion.deletionId)
  expect(counted()).toBe(5000)
})

test('the last version is shown when the shown one is deleted alone at the chat’s end', async () => {
  const opened = open()
  const { database, deletions, replies } = opened
  const { conversationId, ids } = await ask(opened, ['walrus?'])
  const answer = ids[1] ?? ''
  const other = await exchange(replies, {
    ...{ kind: 'regenerate', messageId: answer, model, shorten: false },
  })
  showVersion(database, answer)
  deletions.delete({ messageId: answer, withFollowing: false })
  expect(shown(database, conversationId).at(-1)?.id).toBe(other.answer.id)
  deletions.delete({ messageId: other.answer.id, withFollowing: false })
  expect(shownTexts(database, conversationId)).toEqual(['walrus?'])
})
