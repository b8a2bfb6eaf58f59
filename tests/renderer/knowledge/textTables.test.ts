import { expect, test } from 'vitest'
import { textTables } from '../../../src/renderer/knowledge/viewer/textTables.ts'

const table = 'Name | Price | Note\nBread | 2 | \nMilk | 1'

/** Returns the segments as text and as rows of cells. */
function read(text: string): unknown[] {
  const segments = textTables(text, true)
  // They are the whole text, in order.
  expect(segments.map(({ start, end }) => text.slice(start, end)).join('')).toBe(text)
  return segments.map((segment) =>
    segment.kind === 'text'
      ? text.slice(segment.start, segment.end)
      : segment.rows.map((cells) => cells.map(({ start, end }) => text.slice(start, end))),
  )
}

const rows = [
  ['Name', 'Price', 'Note'],
  ['Bread', '2', ''],
  ['Milk', '1'],
]

test('rows of cells are tables, and what is around them is text', () => {
  expect(read(table)).toEqual([rows])
  expect(read(`Prices\n\n${table}\n\nEnd | of it`)).toEqual(['Prices\n\n', rows, '\nEnd | of it'])
  expect(read('A line | alone')).toEqual(['A line | alone'])
  expect(read('')).toEqual([])
})

test('the first row is the head where the table begins, not where a piece of it does', () => {
  const heads = (text: string, isBeginning = true) =>
    textTables(text, isBeginning).flatMap((segment) =>
      segment.kind === 'table' ? segment.hasHead : [],
    )
  expect(heads(table)).toEqual([true])
  expect(heads(`Words\n\n${table}`)).toEqual([true])
  expect(heads(`of the text\n${table}`)).toEqual([false])
  expect(heads(table, false)).toEqual([false])
})
