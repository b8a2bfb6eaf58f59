import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { readLines } from '../../../src/main/processes/readLines.ts'

const limits = { lineBytes: 100_000, values: 1000 }

async function linesOf(chunks: readonly string[]): Promise<string[]> {
  const lines: string[] = []
  const stream = Readable.from(chunks.map((chunk) => Buffer.from(chunk)))
  expect(await readLines(stream, limits, (line) => lines.push(line))).toBe('ended')
  return lines
}

test('lines may be cut anywhere, and several may come at once', async () => {
  expect(await linesOf(['a', 'b\nc', '\n\nd', 'e\nf\n', 'unfinished'])).toStrictEqual([
    'ab',
    'c',
    '',
    'de',
    'f',
  ])
})

test('a character that is cut in two stays whole', async () => {
  const bytes = Buffer.from('ü\n')
  const lines: string[] = []
  const stream = Readable.from([bytes.subarray(0, 1), bytes.subarray(1)])
  await readLines(stream, limits, (line) => lines.push(line))
  expect(lines).toStrictEqual(['ü'])
})

test('a line that is too long is not taken', async () => {
  const stream = Readable.from([Buffer.alloc(60_000, 'x'), Buffer.alloc(60_000, 'x')])
  const result = await readLines(stream, limits, () => expect.unreachable())
  expect(result).toBe('tooLong')
})

test('other work has its turn between the lines of one chunk', async () => {
  const stream = Readable.from([Buffer.from('x\n'.repeat(100))])
  let turns = 0
  let done = false
  const count = (): void => {
    turns++
    if (!done) setImmediate(count)
  }
  setImmediate(count)
  await readLines(stream, limits, () => {
    const until = performance.now() + 1
    while (performance.now() < until);
  })
  done = true
  expect(turns).toBeGreaterThan(5)
})
