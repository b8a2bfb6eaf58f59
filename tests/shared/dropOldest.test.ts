import { expect, test } from 'vitest'
import { dropOldest } from '../../src/shared/dropOldest.ts'

test('what was set first goes, and nothing while there is room', () => {
  const kept = new Map([
    ['a', 1],
    ['b', 2],
    ['c', 3],
  ])
  dropOldest(kept, 3)
  expect(kept.size).toBe(3)
  kept.delete('a')
  kept.set('a', 4)
  dropOldest(kept, 1)
  expect([...kept]).toEqual([['a', 4]])
})
