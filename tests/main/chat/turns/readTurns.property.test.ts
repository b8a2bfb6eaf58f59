import fc from 'fast-check'
import { expect, test } from 'vitest'
import { insertConversation } from '../../../../src/main/chat/history/conversations.ts'
import { insertMessage } from '../../../../src/main/chat/history/messages.ts'
import { dropTurns, readTurns } from '../../../../src/main/chat/turns/turns.ts'
import type { Turn, TurnPart } from '../../../../src/main/providers/reply.ts'
import type { Database } from '../../../../src/main/storage/connection.ts'
import type { ModelReference } from '../../../../src/shared/models.ts'
import type { Part } from '../../../../src/shared/chat/parts.ts'
import { model, openHistory, withoutFiles } from '../testHistory.ts'

const other: ModelReference = { ...model, modelId: 'another' }
const text = fc.constantFrom('', 'one', 'two')
const id = fc.constantFrom('0', '1', '2')
const file = { id: 'f'.repeat(64), name: 'a.png', mediaType: 'image/png', sizeBytes: 1 }

/** In any order, as a crash, a repair or another program may leave them. */
const part: fc.Arbitrary<Part> = fc.oneof(
  fc.record({ type: fc.constant('text' as const), text }),
  fc.record(
    { type: fc.constant('reasoning' as const), text, signature: fc.constant('s') },
    { requiredKeys: ['type', 'text'] },
  ),
  fc.record(
    {
      type: fc.constant('toolCall' as const),
      id,
      name: fc.constant('tool'),
      arguments: fc.constantFrom('{}', '{"a'),
      signature: fc.constant('s'),
    },
    { requiredKeys: ['type', 'id', 'name', 'arguments'] },
  ),
  fc.record({ type: fc.constant('toolResult' as const), id, text, failed: fc.boolean() }),
  fc.constant({ type: 'file' as const, file }),
)
const ofUser = fc.oneof(
  fc.record({ type: fc.constant('text' as const), text }),
  fc.constant({ type: 'file' as const, file }),
)
const message: fc.Arbitrary<Stored> = fc.oneof(
  fc.record({ role: fc.constant('user' as const), parts: fc.array(ofUser, { maxLength: 3 }) }),
  fc.record({
    role: fc.constant('assistant' as const),
    parts: fc.array(part, { maxLength: 8 }),
    model: fc.constantFrom(model, other),
  }),
)
interface Stored {
  role: 'user' | 'assistant'
  parts: Part[]
  model?: ModelReference
}

function readStored(database: Database, messages: readonly Stored[]): Turn[] {
  const conversationId = crypto.randomUUID()
  insertConversation(database, { id: conversationId, title: '', model, createdAt: 1, usedAt: 1 })
  let parentId: string | null = null
  for (const { role, parts, model: writer = null } of messages) {
    const messageId = crypto.randomUUID()
    insertMessage(database, {
      id: messageId,
      conversationId,
      parentId,
      role,
      parts,
      model: writer,
      status: 'complete',
      citations: [],
      warnings: [],
      error: null,
      usage: null,
      requestId: null,
      createdAt: 1,
      firstTokenMilliseconds: null,
      durationMilliseconds: null,
    })
    parentId = messageId
  }
  return readTurns(database, parentId, { model, readFile: withoutFiles.readFile })
}

const idsOf = (parts: readonly TurnPart[], type: 'toolCall' | 'toolResult'): string[] =>
  parts.flatMap((candidate) => (candidate.type === type ? candidate.id : [])).toSorted()

function expectValid(turns: readonly Turn[]): void {
  turns.forEach(({ role, parts }, index) => {
    expect(role).toBe(index % 2 === 0 ? 'user' : 'assistant')
    expect(parts.length).toBeGreaterThan(0)
    expect(parts).not.toContainEqual({ type: 'text', text: '' })
    if (role === 'assistant') {
      const next = turns[index + 1]?.parts ?? []
      expect(idsOf(next, 'toolResult')).toEqual(idsOf(parts, 'toolCall'))
      expect(parts.some(({ type }) => type === 'toolResult')).toBe(false)
    } else {
      expect(idsOf(parts, 'toolCall')).toEqual([])
      // Services want the results before the user's text.
      const types = parts.map(({ type }) => type === 'toolResult')
      expect(types.lastIndexOf(true)).toBeLessThan(
        types.indexOf(false) < 0 ? 99 : types.indexOf(false),
      )
    }
  })
  const [first] = turns
  if (first) expect(first.parts.some(({ type }) => type !== 'toolResult')).toBe(true)
  if (first) expect(idsOf(first.parts, 'toolResult')).toEqual([])
}

test('whatever is stored, a model is told a conversation that services take', () => {
  const database = openHistory()
  fc.assert(
    fc.property(fc.array(message, { maxLength: 8 }), fc.nat(8), (messages, count) => {
      const turns = readStored(database, messages)
      expectValid(turns)
      expectValid(dropTurns(turns, count).turns)
    }),
    { numRuns: 300 },
  )
})

test('what another model thought and signed is left out, and its words stay', () => {
  const said: Part[] = [
    { type: 'reasoning', text: 'Hm', signature: 's' },
    { type: 'toolCall', id: '1', name: 'tool', arguments: '{}', signature: 's' },
    { type: 'toolResult', id: '1', text: 'done', failed: false },
    { type: 'text', text: 'So' },
  ]
  const question = { role: 'user' as const, parts: [{ type: 'text' as const, text: 'Go' }] }
  const turnsFor = (writer: ModelReference) =>
    readStored(openHistory(), [question, { role: 'assistant', parts: said, model: writer }])
  expect(turnsFor(model)[1]?.parts).toEqual(said.slice(0, 2))
  expect(turnsFor(other)[1]?.parts).toEqual([
    { type: 'toolCall', id: '1', name: 'tool', arguments: '{}' },
  ])
  expect(turnsFor(other).slice(2)).toEqual([
    { role: 'user', parts: [said[2]] },
    { role: 'assistant', parts: [said[3]] },
  ])
})

test('calls that are numbered anew in each answer have their own results', () => {
  const call = { type: 'toolCall' as const, id: '0', name: 'tool', arguments: '{}' }
  const result = (said: string): Part => ({
    type: 'toolResult',
    id: '0',
    text: said,
    failed: false,
  })
  const turns = readStored(openHistory(), [
    { role: 'user', parts: [{ type: 'text', text: 'Go' }] },
    { role: 'assistant', parts: [call, result('first'), call, result('second')], model },
  ])
  expect([turns[2]?.parts, turns[4]?.parts]).toEqual([[result('first')], [result('second')]])
})
