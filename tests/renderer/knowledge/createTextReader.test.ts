import { expect, test } from 'vitest'
import {
  createTextReader,
  pieceCount,
  pieceLength,
} from '../../../src/renderer/knowledge/viewer/createTextReader.ts'
import type { TextReader } from '../../../src/renderer/knowledge/viewer/createTextReader.ts'

function readerOf(text: string): { reader: TextReader; requests: number[] } {
  const requests: number[] = []
  const reader = createTextReader(text.length, async (start, end) => {
    requests.push(end - start)
    return text.slice(start, end)
  })
  return { reader, requests }
}

async function piecesOf(text: string): Promise<{ start: number; text: string }[]> {
  const { reader } = readerOf(text)
  return Promise.all(
    Array.from({ length: pieceCount(text.length) }, async (_, index) => reader.piece(index)),
  )
}

const lines = 'A line of words that ends.\n'.repeat(40_000)
const noLines = '漢'.repeat(30_001)
const pairs = '😀'.repeat(20_000)

test.each([
  ['nothing', ''],
  ['one line', 'short'],
  ['lines over several requests', lines],
  ['no line ends', noLines],
  ['letters of two units', `a${pairs}`],
  ['an end at the limit', 'x'.repeat(pieceLength)],
])('the pieces of a text with %s are the whole text', async (_, text) => {
  const pieces = await piecesOf(text)
  expect(pieces.map((piece) => piece.text).join('')).toBe(text)
  for (const piece of pieces) {
    expect(text.startsWith(piece.text, piece.start)).toBe(true)
    expect(piece.text.isWellFormed()).toBe(true)
  }
})

test('pieces end with lines where there are any', async () => {
  const pieces = await piecesOf(lines)
  expect(pieces.every(({ text }) => text === '' || text.endsWith('\n'))).toBe(true)
})

test('the piece that holds an offset is found', async () => {
  const { reader } = readerOf(lines)
  for (const offset of [0, 26, 27, 3999, 4000, 4001, 500_000, lines.length - 1]) {
    const { start, text } = await reader.piece(await reader.pieceOf(offset))
    expect(offset).toBeGreaterThanOrEqual(start)
    expect(offset).toBeLessThan(start + text.length)
  }
})

test('showing the middle of a large text reads little of it', async () => {
  const { reader, requests } = readerOf(lines)
  await reader.piece(await reader.pieceOf(Math.floor(lines.length / 2)))
  expect(requests.length).toBeLessThanOrEqual(2)
  expect(Math.max(...requests)).toBeLessThanOrEqual(64 * pieceLength)
})
