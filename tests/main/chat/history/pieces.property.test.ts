import fc from 'fast-check'
import { expect, test } from 'vitest'
import { appendToJournal, readJournal } from '../../../../src/main/chat/history/journal.ts'
import type { JournalEntry } from '../../../../src/main/chat/history/journal.ts'
import { joinPieces } from '../../../../src/main/chat/history/pieces.ts'
import type { Piece } from '../../../../src/main/chat/history/pieces.ts'
import { exchange, openChat, openHistory, send } from '../testHistory.ts'
import { saying } from '../scriptedProvider.ts'

const text = fc.string({ unit: 'grapheme', maxLength: 12 })
const id = fc.constantFrom('a', 'b', 'c')
const file = {
  id: 'f'.repeat(64),
  name: 'picture.png',
  mediaType: 'image/png',
  sizeBytes: 5,
}

const piece: fc.Arbitrary<Piece> = fc.oneof(
  fc.record({ type: fc.constant('text' as const), text }),
  fc.record({ type: fc.constant('reasoning' as const), text }),
  fc.record({ type: fc.constant('seal' as const), signature: text }),
  fc.record({
    type: fc.constant('toolCall' as const),
    id,
    name: fc.constant('tool'),
    arguments: text,
  }),
  fc.record({ type: fc.constant('toolResult' as const), id, text, failed: fc.boolean() }),
  fc.record({
    type: fc.constant('toolProgress' as const),
    id,
    state: fc.constantFrom('awaiting' as const, 'allowed' as const, 'running' as const),
  }),
  fc.constant({ type: 'file' as const, file }),
)
const pieces = fc.array(piece, { maxLength: 30 })

test('joining what was joined changes nothing', () => {
  fc.assert(
    fc.property(pieces, (given) => {
      const joined = joinPieces(given)
      expect(joinPieces(joined)).toEqual(joined)
    }),
  )
})

test('nothing that was said is lost, whatever comes between', () => {
  fc.assert(
    fc.property(pieces, (given) => {
      const said = (parts: readonly Piece[], type: 'text' | 'reasoning') =>
        parts.flatMap((part) => (part.type === type ? part.text : [])).join('')
      const joined = joinPieces(given)
      expect(said(joined, 'text')).toBe(said(given, 'text'))
      expect(said(joined, 'reasoning')).toBe(said(given, 'reasoning'))
      const results = (parts: readonly Piece[]) => parts.filter(({ type }) => type === 'toolResult')
      expect(results(joined)).toEqual(results(given))
    }),
  )
})

test('the journal gives back the same parts, wherever it was cut', async () => {
  const database = openHistory()
  const { answer } = await exchange(openChat(saying('One'), database).replies, send('go'))
  fc.assert(
    fc.property(pieces, fc.array(fc.nat(30)), (given, cuts) => {
      database.run('DELETE FROM journal')
      const entries = given.map((value): JournalEntry =>
        value.type === 'text' || (value.type === 'reasoning' && !('signature' in value))
          ? { kind: value.type, value: value.text }
          : { kind: 'piece', value },
      )
      const places = [...new Set([0, ...cuts, entries.length])].toSorted((a, b) => a - b)
      for (const [index, start] of places.entries()) {
        appendToJournal(database, answer.id, entries.slice(start, places[index + 1]))
      }
      expect(joinPieces(readJournal(database, answer.id).pieces)).toEqual(joinPieces(given))
    }),
    { numRuns: 60 },
  )
})

test('calls that alternate stay apart, and a number that is used again is another call', () => {
  const call = (toolCallId: string, given: string): Piece => ({
    type: 'toolCall',
    id: toolCallId,
    name: 'tool',
    arguments: given,
  })
  const result: Piece = { type: 'toolResult', id: '0', text: 'done', failed: false }
  expect(
    joinPieces([
      call('0', '{"a'),
      call('1', '{'),
      call('0', '":1}'),
      call('1', '}'),
      result,
      call('0', '{}'),
    ]),
  ).toEqual([call('0', '{"a":1}'), call('1', '{}'), result, call('0', '{}')])
})

test('a seal ends the reasoning before it', () => {
  expect(
    joinPieces([
      { type: 'reasoning', text: 'First ' },
      { type: 'reasoning', text: 'thought' },
      { type: 'seal', signature: 's1' },
      { type: 'seal', encrypted: 'e1', itemId: 'rs_1' },
      { type: 'reasoning', text: 'Second' },
    ]),
  ).toEqual([
    { type: 'reasoning', text: 'First thought', signature: 's1' },
    { type: 'reasoning', text: '', encrypted: 'e1', itemId: 'rs_1' },
    { type: 'reasoning', text: 'Second' },
  ])
})
