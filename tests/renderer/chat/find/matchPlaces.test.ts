import { expect, test } from 'vitest'
import {
  inReadingOrder,
  neighbourOf,
  numberOf,
  placeFrom,
  totalOf,
} from '../../../../src/renderer/chat/find/matchPlaces.ts'
import type { Counts } from '../../../../src/renderer/chat/find/matchPlaces.ts'

const counts: Counts = [
  ['a', 2],
  ['b', 0],
  ['c', 1],
]
const positions = new Map([
  ['a', 10],
  ['b', 20],
  ['c', 30],
])

test('messages that are not known yet stay before the others, as they were', () => {
  expect(inReadingOrder(['c', 'y', 'a', 'x'], positions)).toEqual(['y', 'x', 'a', 'c'])
})

test('matches are numbered throughout', () => {
  expect(totalOf(counts)).toBe(3)
  expect(numberOf(counts, { messageId: 'a', ordinal: 1 })).toBe(2)
  expect(numberOf(counts, { messageId: 'c', ordinal: 0 })).toBe(3)
  expect(numberOf(counts, { messageId: 'c', ordinal: 9 })).toBe(3)
  expect(numberOf(counts, { messageId: 'gone', ordinal: 0 })).toBe(0)
})

test('a step passes over messages without a match, and goes round', () => {
  const firstOfA = { messageId: 'a', ordinal: 0 }
  const lastOfA = { messageId: 'a', ordinal: 1 }
  const onlyOfC = { messageId: 'c', ordinal: 0 }
  expect(neighbourOf(counts, firstOfA, 1)).toEqual(lastOfA)
  expect(neighbourOf(counts, lastOfA, 1)).toEqual(onlyOfC)
  expect(neighbourOf(counts, onlyOfC, 1)).toEqual(firstOfA)
  expect(neighbourOf(counts, firstOfA, -1)).toEqual(onlyOfC)
  expect(neighbourOf(counts, onlyOfC, -1)).toEqual(lastOfA)
})

test('from a message that is gone it goes on at an end', () => {
  const gone = { messageId: 'gone', ordinal: 3 }
  expect(neighbourOf(counts, gone, 1)).toEqual({ messageId: 'a', ordinal: 0 })
  expect(neighbourOf(counts, gone, -1)).toEqual({ messageId: 'c', ordinal: 0 })
  expect(neighbourOf([], gone, 1)).toBeUndefined()
  expect(neighbourOf([['b', 0]], { messageId: 'b', ordinal: 0 }, 1)).toBeUndefined()
})

test('the first match is the next one after what is in sight, also far below', () => {
  expect(placeFrom(counts, positions, 5)).toEqual({ messageId: 'a', ordinal: 0 })
  expect(placeFrom(counts, positions, 11)).toEqual({ messageId: 'c', ordinal: 0 })
  expect(placeFrom(counts, positions, 31)).toEqual({ messageId: 'c', ordinal: 0 })
  expect(placeFrom([['a', 2]], positions, 31)).toEqual({ messageId: 'a', ordinal: 1 })
  expect(placeFrom([], positions, 0)).toBeUndefined()
})
