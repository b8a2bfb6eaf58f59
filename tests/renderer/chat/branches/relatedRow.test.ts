import { expect, test } from 'vitest'
import { relatedRow } from '../../../../src/renderer/chat/branches/relatedRow.ts'

const rows = [
  { depth: 1, words: 'Apples' },
  { depth: 2, words: 'Élan' },
  { depth: 2, words: 'pears' },
  { depth: 1, words: 'Plums' },
]

test('the arrows lead into and out of a version, also from right to left', () => {
  const to = (index: number, key: string, dir = 'ltr') => relatedRow(rows, index, { key, dir })
  expect(to(0, 'ArrowRight')).toBe(1)
  expect(to(1, 'ArrowRight')).toBeUndefined()
  expect(to(3, 'ArrowRight')).toBeUndefined()
  expect(to(2, 'ArrowLeft')).toBe(0)
  expect(to(0, 'ArrowLeft')).toBeUndefined()
  expect(to(0, 'ArrowLeft', 'rtl')).toBe(1)
  expect(to(2, 'ArrowRight', 'rtl')).toBe(0)
})

test('a letter leads to the next row that begins with it, from the end to the start', () => {
  const to = (index: number, key: string) => relatedRow(rows, index, { key, dir: 'ltr' })
  expect(to(0, 'P')).toBe(2)
  expect(to(2, 'p')).toBe(3)
  expect(to(3, 'é')).toBe(1)
  expect(to(0, 'z')).toBeUndefined()
  expect(to(0, 'Tab')).toBeUndefined()
})
