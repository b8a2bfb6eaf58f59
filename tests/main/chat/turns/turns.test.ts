import fc from 'fast-check'
import { expect, test } from 'vitest'
import { appendParts, droppableTurns, shortenTurns } from '../../../../src/main/chat/turns/turns.ts'
import type { Part } from '../../../../src/shared/chat/parts.ts'
import type { Turn } from '../../../../src/main/providers/reply.ts'
import { withoutFiles } from '../testHistory.ts'

const text = fc.constantFrom('', 'one', 'two')
const part: fc.Arbitrary<Part> = fc.oneof(
  fc.record({ type: fc.constant('text' as const), text }),
  fc.record({ type: fc.constant('reasoning' as const), text, signature: fc.constant('s') }),
  fc.record({
    type: fc.constant('toolCall' as const),
    id: fc.constant(''),
    name: fc.constant('tool'),
    arguments: fc.constant('{}'),
  }),
)

/** A stored answer: some of its calls have results, right after them or later. */
const answer = fc
  .tuple(fc.array(part, { maxLength: 6 }), fc.infiniteStream(fc.boolean()))
  .map(([given, answered]) => {
    const parts = given.map((candidate, index) =>
      candidate.type === 'toolCall' ? { ...candidate, id: `call-${String(index)}` } : candidate,
    )
    const results: Part[] = []
    for (const call of parts) {
      if (call.type !== 'toolCall' || !answered.next().value) continue
      results.push({ type: 'toolResult', id: call.id, text: 'done', failed: false })
    }
    return [...parts, ...results, { type: 'text', text: 'So.' } satisfies Part]
  })

function turnsOf(answers: readonly Part[][]): Turn[] {
  const turns: Turn[] = []
  for (const parts of answers) {
    appendParts(turns, 'user', [{ type: 'text', text: 'Question' }], withoutFiles)
    appendParts(turns, 'assistant', parts, withoutFiles)
  }
  return turns
}

test('roles alternate, and each call has one result in the turn after it', () => {
  fc.assert(
    fc.property(fc.array(answer, { minLength: 1, maxLength: 4 }), (answers) => {
      const turns = turnsOf(answers)
      expect(turns[0]?.role).toBe('user')
      turns.forEach((turn, index) => {
        expect(turn.role).toBe(index % 2 === 0 ? 'user' : 'assistant')
        expect(turn.parts.length).toBeGreaterThan(0)
        const idsOf = (parts: Turn['parts'], type: 'toolCall' | 'toolResult') =>
          parts.flatMap((candidate) => (candidate.type === type ? candidate.id : [])).toSorted()
        if (turn.role !== 'assistant') return
        const next = turns[index + 1]?.parts ?? []
        expect(idsOf(next, 'toolResult')).toEqual(idsOf(turn.parts, 'toolCall'))
      })
    }),
  )
})

test('thoughts go back sealed or with their calls, and not alone', () => {
  const thought: Part = { type: 'reasoning', text: 'Hm' }
  const call: Part = { type: 'toolCall', id: '1', name: 'tool', arguments: '{}' }
  expect(turnsOf([[thought, { type: 'text', text: 'Yes' }]])[1]?.parts).toEqual([
    { type: 'text', text: 'Yes' },
  ])
  expect(turnsOf([[thought, call]])[1]?.parts).toEqual([thought, call])
  expect(turnsOf([[{ ...thought, signature: 's' }]])).toHaveLength(1)
})

test('shortening leaves out half, then half of the rest, and never the last question', () => {
  const turns = turnsOf(Array.from({ length: 8 }, () => [{ type: 'text', text: 'Answer' }]))
  turns.push({ role: 'user', parts: [{ type: 'text', text: 'Last' }] })
  expect(droppableTurns(turns)).toBe(16)
  let dropped = 0
  const steps: number[] = []
  for (let round = 0; round < 6; round += 1) {
    const shortened = shortenTurns(turns, dropped)
    expect(shortened.turns[0]?.role).toBe('user')
    expect(shortened.turns.at(-1)?.parts).toEqual([{ type: 'text', text: 'Last' }])
    dropped = shortened.dropped
    steps.push(dropped)
  }
  expect(steps).toEqual([8, 12, 14, 16, 16, 16])
})

test('a result is no question to begin with', () => {
  const call: Part = { type: 'toolCall', id: '1', name: 'tool', arguments: '{}' }
  const turns = turnsOf([[call], [{ type: 'text', text: 'Answer' }]])
  const { turns: rest } = shortenTurns(turns, 0)
  expect(rest[0]?.parts.some(({ type }) => type === 'toolResult')).toBe(false)
})
