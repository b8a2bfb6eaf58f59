import { expect, test } from 'vitest'
import { sliceEnd } from '../../../../src/renderer/markdown/view/sliceEnd.ts'

function slicesOf(text: string, marks: number): string[] {
  const slices: string[] = []
  for (let start = 0; start < text.length;) {
    const end = sliceEnd(text, start, marks)
    slices.push(text.slice(start, end))
    start = end
  }
  return slices
}

test('a slice ends behind a line', () => {
  const items = Array.from({ length: 100 }, (_, at) => `- item ${at}\n`)
  const slices = slicesOf(items.join(''), 10)
  expect(slices).toHaveLength(10)
  expect(slices.every((slice) => slice.endsWith('\n'))).toBe(true)
})

test('a short text is one slice, also when its last line has no end', () => {
  expect(slicesOf('one\n\ntwo', 100)).toEqual(['one\n\ntwo'])
})

test('a line with more marks than a slice holds is cut', () => {
  const slices = slicesOf('a|'.repeat(1000), 100)
  expect(slices).toHaveLength(10)
})

test('much of a line that is shown as it is comes at once', () => {
  expect(slicesOf('*'.repeat(1_000_000), 100).length).toBeLessThan(10)
  expect(slicesOf(`short\n${'word '.repeat(200_000)}\nend`, 100).length).toBeLessThan(15)
})

test('no code point is cut', () => {
  const text = `a${'\u{1f600}'.repeat(300_000)}`
  const slices = slicesOf(text, 100)
  expect(slices.join('')).toBe(text)
  expect(slices.every((slice) => slice.isWellFormed())).toBe(true)
})
