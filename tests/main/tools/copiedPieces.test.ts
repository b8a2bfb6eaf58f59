import fc from 'fast-check'
import { expect, test } from 'vitest'
import { copiedPieces } from '../../../src/main/tools/copiedPieces.ts'

const text = 'Dear Ann, the password of the safe is hunter2hunter2. Yours, Bob.'

test.each<[string, unknown, string[]]>([
  ['a piece', { to: 'x', body: 'note: password of the safe is!' }, [' password of the safe is']],
  ['another case', { body: 'THE PASSWORD OF' }, ['THE PASSWORD OF']],
  [
    'deep inside, and in names',
    { a: [{ 'safe is hunter2': ['of the safe is'] }] },
    ['safe is hunter2', 'of the safe is'],
  ],
  ['a short value as a whole', { name: 'bob.' }, ['bob.']],
  ['nothing', { body: 'Good morning, nice weather today' }, []],
  ['too little', { body: 'give me the pass book' }, []],
])('finds %s', (_what, input, pieces) => {
  expect(copiedPieces(input, ['Nothing here.', text])).toEqual(pieces)
})

test('finds any copied piece of twelve characters, wherever it stands', () => {
  const letters = fc.string({
    unit: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', ' '),
    minLength: 40,
    maxLength: 80,
  })
  fc.assert(
    fc.property(letters, fc.nat(28), letters, letters, (read, at, before, behind) => {
      const piece = read.slice(at, at + 12)
      const input = { text: `${before}#${piece}#${behind}` }
      expect(copiedPieces(input, [read]).some((found) => found.includes(piece))).toBe(true)
    }),
  )
})

test('takes little of texts that repeat themselves', () => {
  const long = 'a'.repeat(1_000_000)
  expect(copiedPieces({ text: 'a'.repeat(50_000) }, [long])).toEqual(['a'.repeat(300)])
  expect(copiedPieces({ text: 'ab'.repeat(20_000) }, ['a b'.repeat(300_000)])).toEqual([])
})
