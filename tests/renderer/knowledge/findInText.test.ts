import { expect, test } from 'vitest'
import { cutAtRanges } from '../../../src/renderer/knowledge/viewer/cutAtRanges.ts'
import { findInText, maxMatches } from '../../../src/renderer/knowledge/viewer/findInText.ts'

const find = async (text: string, query: string): Promise<string[]> => {
  const read = async (start: number, end: number) => text.slice(start, end)
  const { signal } = new AbortController()
  const matches = await findInText(text.length, read, query, signal)
  return matches.map(({ start, end }) => text.slice(start, end))
}

test('a query is found whatever its case and accents, across the ends of lines', async () => {
  const text = 'Crème brûlée and CREME\nBRULEE, but no cream'
  expect(await find(text, 'creme brulee')).toEqual(['Crème brûlée', 'CREME\nBRULEE'])
  expect(await find(text, 'nothing')).toEqual([])
  expect(await find(text, '  ')).toEqual([])
})

test('each match of a long text is found once, wherever it lies', async () => {
  const word = 'needle'
  const text = `${'x'.repeat(64 * 1024 - 3)}${word}${'ä'.repeat(70_000)}${word}`
  expect(await find(text, 'NEEDLE')).toEqual([word, word])
  expect(await find('aaaa'.repeat(20_000), 'aa')).toHaveLength(maxMatches)
})

test('a piece is cut where marks begin and end', () => {
  const piece = { start: 10, text: 'abcdef' }
  const pieces = (cited: [number, number] | null, ...found: [number, number][]) => {
    const range = ([start, end]: [number, number]) => ({ start, end })
    const ranges = found.map(range)
    const marks = { cited: cited ? range(cited) : undefined, found: ranges, current: ranges[0] }
    return cutAtRanges(piece, marks).map(({ text, isCited, isFound, isCurrent }) =>
      [text, isCited && 'cited', isFound && 'found', isCurrent && 'current'].filter(Boolean),
    )
  }
  expect(pieces(null)).toEqual([['abcdef']])
  expect(pieces([12, 14])).toEqual([['ab'], ['cd', 'cited'], ['ef']])
  expect(pieces([0, 12])).toEqual([['ab', 'cited'], ['cdef']])
  expect(pieces([20, 30])).toEqual([['abcdef']])
  expect(pieces([11, 14], [13, 15], [15, 16])).toEqual([
    ['a'],
    ['bc', 'cited'],
    ['d', 'cited', 'found', 'current'],
    ['e', 'found', 'current'],
    ['f', 'found'],
  ])
  expect(pieces(null, [0, 3], [8, 11])).toEqual([['a', 'found'], ['bcdef']])
})
