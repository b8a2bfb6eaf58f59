import { expect, test } from 'vitest'
import { placeBefore, type Ordered } from '../../../src/main/folders/orderKeys.ts'

/** Applies a move as the tables do, and sorts as SQLite does. */
function apply(entries: readonly Ordered[], id: string, beforeId: string | null): Ordered[] {
  const others = entries.filter((entry) => entry.id !== id)
  const keys = placeBefore(others, [id], beforeId)
  const moved = [...others, { id, key: '' }].map((entry) => ({
    id: entry.id,
    key: keys?.get(entry.id) ?? entry.key,
  }))
  return moved.toSorted((one, other) =>
    one.key === other.key ? (one.id < other.id ? -1 : 1) : one.key < other.key ? -1 : 1,
  )
}

const namesOf = (entries: readonly Ordered[]): string => entries.map(({ id }) => id).join('')

test('a thousand moves to the same place keep the order and short keys', () => {
  let entries: Ordered[] = []
  for (const id of 'abcdef') entries = apply(entries, id, null)
  const names = ['a', 'b', 'c', 'd', 'e', 'f']
  for (let turn = 0; turn < 1000; turn += 1) {
    const id = names[turn % 5] ?? 'a'
    names.splice(names.indexOf(id), 1)
    names.splice(names.indexOf('f'), 0, id)
    entries = apply(entries, id, 'f')
    expect(namesOf(entries)).toBe(names.join(''))
    expect(Math.max(...entries.map(({ key }) => key.length))).toBeLessThanOrEqual(50)
  }
})

test('between equal keys, or beside what is no key, all siblings get new ones', () => {
  const equal = [
    { id: 'a', key: 'a0' },
    { id: 'b', key: 'a0' },
    { id: 'c', key: 'a0' },
  ]
  expect(namesOf(apply(equal, 'd', 'b'))).toBe('adbc')
  expect(namesOf(apply([{ id: 'a', key: '?' }], 'd', 'a'))).toBe('da')
  expect(placeBefore(equal, ['d'], 'gone')).toBeUndefined()
})

test('several are placed together in their order', () => {
  const entries = [
    { id: 'x', key: 'a0' },
    { id: 'y', key: 'a1' },
  ]
  const keys = [...(placeBefore(entries, ['1', '2', '3'], 'y')?.values() ?? [])]
  expect(keys).toEqual(keys.toSorted((one, other) => (one < other ? -1 : 1)))
  expect(keys.every((key) => key > 'a0' && key < 'a1')).toBe(true)
})
