import { expect, test } from 'vitest'
import { markPieces } from '../../../src/renderer/ui/markPieces.ts'

const cut = (text: string, marked: string[]) =>
  markPieces(text, marked).map(({ piece, isMarked }) => (isMarked ? `[${piece}]` : piece))

test('pieces are marked wherever they stand, the longest first', () => {
  expect(cut('a (code) and code 4711', ['code', 'code 4711'])).toEqual([
    'a (',
    '[code]',
    ') and ',
    '[code 4711]',
  ])
  expect(cut('all of it', ['all of it'])).toEqual(['[all of it]'])
  expect(cut('none', ['x', ''])).toEqual(['none'])
  expect(cut('.*', ['.*'])).toEqual(['[.*]'])
})
