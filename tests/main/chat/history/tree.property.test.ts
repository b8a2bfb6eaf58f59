import fc from 'fast-check'
import { expect, test } from 'vitest'
import { showVersion } from '../../../../src/main/chat/history/showVersion.ts'
import { listConversations } from '../../../../src/main/chat/history/chatLists.ts'
import { removeConversation, restoreConversation } from '../../../../src/main/chat/history/trash.ts'
import { listMessages } from '../../../../src/main/chat/history/messages.ts'
import type { Message } from '../../../../src/shared/chat/chat.ts'
import { saying } from '../scriptedProvider.ts'
import { exchange, model, openChat, send, type TestChat } from '../testHistory.ts'

const nobody = (): boolean => false

/** Each step picks its target by a number, modulo the number of targets. */
const step = fc.record({
  action: fc.constantFrom(
    'begin',
    'send',
    'send',
    'regenerate',
    'edit',
    'showVersion',
    'remove',
    'restore',
  ),
  target: fc.nat(),
})
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

interface Entry {
  id: string
  parentId: string | null
  conversationId: string
  role: Message['role']
}

/** The simplest model that behaves like the history. */
interface Simple {
  entries: Entry[]
  leaves: Map<string, string>
  removed: Set<string>
}

test('any sequence of sends, edits, versions and removals keeps the trees as a simple model has them', async () => {
  const chat = openChat(saying('yes'))
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      chat.database.exec(`DELETE FROM message; DELETE FROM conversation;`)
      const simple: Simple = { entries: [], leaves: new Map(), removed: new Set() }
      for (const one of steps) {
        await take(chat, simple, one)
        compare(chat, simple)
      }
    }),
    { numRuns: 60 },
  )
})

async function take(chat: TestChat, simple: Simple, { action, target }: Step): Promise<void> {
  const { database } = chat
  const reachable = simple.entries.filter((entry) => !simple.removed.has(entry.conversationId))
  const pick = (entries: Entry[]): Entry | undefined => entries[target % entries.length]
  const answer = pick(reachable.filter((entry) => entry.role === 'assistant'))
  const question = pick(reachable.filter((entry) => entry.role === 'user'))
  const any = pick(action === 'restore' ? simple.entries : reachable)
  if (action === 'begin') await say(chat, simple, null, null)
  else if (action === 'send' && answer) await say(chat, simple, answer.conversationId, answer.id)
  else if (action === 'edit' && question) {
    await say(chat, simple, question.conversationId, question.parentId)
  } else if (action === 'regenerate' && answer) {
    const input = { kind: 'regenerate' as const, messageId: answer.id, model, shorten: false }
    note(simple, [(await exchange(chat.replies, input)).answer])
  } else if (action === 'showVersion' && any) {
    showVersion(database, any.id)
    simple.leaves.set(any.conversationId, newestBelow(simple, any.id))
  } else if (action === 'remove' && any) {
    removeConversation(database, any.conversationId, 1)
    simple.removed.add(any.conversationId)
  } else if (action === 'restore' && any) {
    restoreConversation(database, any.conversationId)
    simple.removed.delete(any.conversationId)
  }
}

async function say(
  { replies }: TestChat,
  simple: Simple,
  conversationId: string | null,
  parentId: string | null,
): Promise<void> {
  const { question, answer } = await exchange(replies, send('text', { conversationId, parentId }))
  note(simple, question ? [question, answer] : [answer])
}

function note(simple: Simple, messages: Message[]): void {
  for (const { id, parentId, conversationId, role } of messages) {
    simple.entries.push({ id, parentId, conversationId, role })
    simple.leaves.set(conversationId, id)
  }
}

function newestBelow(simple: Simple, id: string): string {
  const below = new Set([id])
  let newest = id
  for (const entry of simple.entries) {
    if (entry.parentId === null || !below.has(entry.parentId)) continue
    below.add(entry.id)
    newest = entry.id
  }
  return newest
}

function compare({ database }: TestChat, simple: Simple): void {
  const listed = listConversations(database, { before: null, limit: 100 }).map(({ id }) => id)
  const shown = [...simple.leaves.keys()].filter((id) => !simple.removed.has(id))
  expect(listed.sort()).toEqual(shown.sort())
  for (const conversationId of shown) {
    const input = { conversationId, before: null, limit: 200 }
    const { messages } = listMessages(database, input, nobody)
    const branch = branchTo(simple, simple.leaves.get(conversationId) ?? null)
    expect(messages.map((message) => message.id)).toEqual(branch.map((entry) => entry.id))
    messages.forEach((message, index) => {
      expect(message.role).toBe(index % 2 === 0 ? 'user' : 'assistant')
      expect(message.siblings).toEqual(
        simple.entries
          .filter((entry) => entry.conversationId === conversationId)
          .filter((entry) => entry.parentId === message.parentId)
          .map((entry) => entry.id),
      )
    })
  }
}

function branchTo(simple: Simple, leafId: string | null): Entry[] {
  const entry = simple.entries.find(({ id }) => id === leafId)
  return entry ? [...branchTo(simple, entry.parentId), entry] : []
}
