import { describe, expect, test } from 'vitest'
import { growingBlocks, parseBlocks } from './parseBlocks.ts'

const table = '| a | b |\n|---|:-:|\n'

test('a header is not shown as text while its table is being written', () => {
  for (let end = 1; end < table.length; end += 1) {
    expect(growingBlocks(table.slice(0, end))).toEqual([])
    expect(growingBlocks(`Text\n${table.slice(0, end)}`)).toMatchObject([{ text: 'Text' }])
  }
  expect(growingBlocks(`Text\n${table}`)).toMatchObject([
    { type: 'paragraph', text: 'Text', settled: true },
    { type: 'table', header: ['a', 'b'], alignments: [undefined, 'center'], rows: [] },
  ])
})

test('a line that no delimiters follow is text', () => {
  expect(growingBlocks('| a | b |\n| c')).toMatchObject([])
  expect(growingBlocks('| a | b |\n| c\nd')).toMatchObject([{ text: '| a | b |\n| c\nd' }])
  expect(parseBlocks('| a | b |\n').document.children).toMatchObject([{ text: '| a | b |' }])
  expect(parseBlocks('- | a |\n\n  b').document.children).toMatchObject([
    { tight: false, children: [{ children: [{ text: '| a |' }, { text: 'b' }] }] },
  ])
})

test('a row grows cell by cell', () => {
  expect(growingBlocks(`${table}|`)).toMatchObject([{ rows: [] }])
  expect(growingBlocks(`${table}| 1`)).toMatchObject([{ rows: [['1', '']] }])
  expect(growingBlocks(`${table}| 1 | 2`)).toMatchObject([{ rows: [['1', '2']] }])
})

describe('cells', () => {
  test.each([
    ['a | b', ['a', 'b']],
    ['| a | b |', ['a', 'b']],
    ['|a|b|c|', ['a', 'b']],
    ['a', ['a', '']],
    ['||b', ['', 'b']],
    ['| a \\| b | `c\\|d` |', ['a | b', '`c|d`']],
    ['| \\\\ | b', ['\\\\', 'b']],
    ['| \\a | b\\', ['\\a', 'b\\']],
  ])('%j', (row, cells) => {
    expect(parseBlocks(`${table}${row}\n`).document.children).toMatchObject([{ rows: [cells] }])
  })
})

test('a wide table is not filled up without end', () => {
  const columns = 1000
  const wide = `${'|a'.repeat(columns)}\n${'|-'.repeat(columns)}\n${'|\n'.repeat(5000)}`
  const [first, second] = parseBlocks(wide).document.children
  expect(first?.type === 'table' && first.rows.length).toBeLessThan(200)
  expect(second?.type).toBe('paragraph')
})
