import { describe, expect, test } from 'vitest'
import {
  canAddKey,
  firstKeyId,
  keyRows,
  keyToMend,
} from '../../../../src/renderer/providers/keys/keyRows.ts'
import { maxKeys } from '../../../../src/shared/limits.ts'
import * as contract from '../../../../src/shared/providers.ts'
import type { KeyState } from '../../../../src/shared/providers.ts'

function key(id: string, fields: Partial<KeyState> = {}): KeyState {
  return { id, source: 'keychain', withheldFor: null, condition: 'good', until: null, ...fields }
}

function rowsOf(...keys: KeyState[]) {
  return keyRows({ keys, keySource: 'none' })
}

test('the contract calls the first key the same', () => {
  expect(firstKeyId).toBe(contract.firstKeyId)
})

describe('keyRows', () => {
  test('has room for a first key where none is set', () => {
    expect(rowsOf()).toEqual([
      { ...key('first', { source: 'none', condition: 'untried' }), number: 1 },
    ])
  })

  test('numbers the first key 1 and the others in the order in which they are tried', () => {
    const rows = rowsOf(key('b'), key('first'), key('a'))
    expect(rows.map(({ id, number }) => [id, number])).toEqual([
      ['first', 1],
      ['b', 2],
      ['a', 3],
    ])
  })
})

describe('keyToMend', () => {
  test.each([
    ['a refused key before one that is used up', 'refused', ['exhausted', 'refused']],
    ['a used-up key before those that work', 'exhausted', ['good', 'exhausted']],
    ['the first of those that work', 'good', ['good', 'good']],
  ] as const)('is %s', (_title, condition, conditions) => {
    const rows = rowsOf(
      ...conditions.map((value, index) => key(['first', 'b'][index]!, { condition: value })),
    )
    const mended = keyToMend(rows)
    expect(mended?.condition).toBe(condition)
    expect(mended?.number).toBe((conditions as readonly string[]).indexOf(condition) + 1)
  })

  test('is an empty field rather than a key that works', () => {
    expect(keyToMend(rowsOf(key('first'), key('b', { source: 'none' })))?.id).toBe('b')
  })
})

describe('canAddKey', () => {
  test('waits until what there is has been filled', () => {
    expect(canAddKey(rowsOf())).toBe(false)
    expect(canAddKey(rowsOf(key('first')))).toBe(true)
    expect(canAddKey(rowsOf(key('first'), key('b', { source: 'none' })))).toBe(false)
  })

  test('ends at the most that a provider can have', () => {
    const further = Array.from({ length: maxKeys - 2 }, (_, index) => key(String(index)))
    expect(canAddKey(rowsOf(key('first'), ...further))).toBe(true)
    expect(canAddKey(rowsOf(key('first'), ...further, key('last')))).toBe(false)
  })
})
