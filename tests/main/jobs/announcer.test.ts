import { afterEach, expect, test, vi } from 'vitest'
import { createAnnouncer } from '../../../src/main/jobs/announcer.ts'

afterEach(() => vi.useRealTimers())

function open() {
  vi.useFakeTimers()
  const told: string[][] = []
  return { told, ...createAnnouncer((changed: string[]) => void told.push(changed)) }
}

test('changes are announced together, each once', () => {
  const { told, soon, forget } = open()
  for (const changed of ['one', 'two', 'one', 'three']) soon(changed)
  forget('three')
  vi.runAllTimers()
  expect(told).toEqual([['one', 'two']])
})

test.each([[['pending']], [[]]])('nothing is announced after the end, with %j before', (before) => {
  const { told, soon, close } = open()
  before.forEach(soon)
  close()
  soon('late')
  vi.runAllTimers()
  expect(told).toEqual([])
})
