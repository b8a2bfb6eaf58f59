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

describe('a pipe without a backslash', () => {
  const rowOf = (row: string, columns = 2): readonly string[] => {
    const line = (cell: string): string => `|${` ${cell} |`.repeat(columns)}`
    const [table] = parseBlocks(`${line('h')}\n${line('---')}\n${row}`).document.children
    return table?.type === 'table' ? (table.rows[0] ?? []) : []
  }

  test.each([
    [
      '| Bayes | $P(A|B)=\\frac{P(B|A)P(A)}{P(B)}$ |',
      ['Bayes', '$P(A|B)=\\frac{P(B|A)P(A)}{P(B)}$'],
    ],
    ['| abs | $|x|$ and `a|b` |', ['abs', '$|x|$ and `a|b`']],
    ['| sum | \\(\\sum_{i} |x_i|\\) |', ['sum', '\\(\\sum_{i} |x_i|\\)']],
    ['| $|x|$ | $$|y|$$ |', ['$|x|$', '$$|y|$$']],
    ['| or | ``a || `b` `` |', ['or', '``a || `b` ``']],
  ])('in a formula or code belongs to the cell: %j', (row, cells) => {
    expect(rowOf(row)).toEqual(cells)
  })

  test.each([
    ['| norm | $\\|x\\|_2$ |', '$\\|x\\|_2$'],
    [
      '| norm | $\\min_x \\|Ax-b\\|^2 + \\left\\|x\\right\\|$ |',
      '$\\min_x \\|Ax-b\\|^2 + \\left\\|x\\right\\|$',
    ],
    ['| given | $P(A\\|B)P(B\\|A)$ |', '$P(A|B)P(B|A)$'],
    ['| given | $P(A \\| B) + P(B \\| A)$ |', '$P(A | B) + P(B | A)$'],
    ['| code | `a\\|b` |', '`a|b`'],
  ])('with one keeps it where it is a norm: %j', (row, cell) => {
    expect(rowOf(row)[1]).toBe(cell)
  })

  test.each([
    ['| $5 | $6 | $7 |', ['$5', '$6']],
    ['| a | b | c |', ['a', 'b']],
    ['| a ` b | c | d |', ['a ` b', 'c']],
  ])('divides cells elsewhere: %j', (row, cells) => {
    expect(rowOf(row)).toEqual(cells)
  })

  test('in a header, too', () => {
    const [table] = parseBlocks('| $|x|$ | y |\n| --- | --- |').document.children
    expect(table?.type === 'table' && table.header).toEqual(['$|x|$', 'y'])
  })
})
