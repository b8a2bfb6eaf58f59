import { beforeEach, expect, test, vi } from 'vitest'
import { recallPlace, rememberPlace } from '../../../../src/renderer/chat/log/places.ts'

let stored: Map<string, string>

beforeEach(() => {
  stored = new Map()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  })
})

test('a place is remembered for each conversation, and forgotten at its end', () => {
  rememberPlace('one', { messageId: 'a', offset: 12.4 })
  const block = { path: [0, 12, 3], top: -8 }
  rememberPlace('two', { messageId: 'b', offset: -3, block })
  expect(recallPlace('one')).toEqual({ messageId: 'a', offset: 12 })
  expect(recallPlace('two')).toEqual({ messageId: 'b', offset: -3, block })
  rememberPlace('one', undefined)
  expect(recallPlace('one')).toBeUndefined()
})

test('of many places the oldest are forgotten', () => {
  for (let count = 0; count < 1000; count += 1) {
    rememberPlace(String(count), { messageId: 'a', offset: 0, block: { path: [0, 7], top: 1 } })
  }
  expect(recallPlace('999')).toBeDefined()
  expect(recallPlace('0')).toBeUndefined()
  expect(JSON.stringify([...stored]).length).toBeLessThan(20_000)
})

test('what someone else has put there does no harm', () => {
  for (const text of [
    '',
    '{',
    '{}',
    '[1, ["one"], ["one", "a", "far"], ["one", "a", 1, null], null]',
  ]) {
    for (const key of stored.keys()) stored.set(key, text)
    rememberPlace('one', { messageId: 'a', offset: 1 })
    for (const key of stored.keys()) stored.set(key, text)
    expect(recallPlace('one')).toBeUndefined()
  }
})
