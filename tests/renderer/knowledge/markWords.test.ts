import { expect, test } from 'vitest'
import { markWords } from '../../../src/renderer/knowledge/search/markWords.ts'

function marked(text: string, query: string): string {
  return markWords(text, query)
    .map(({ piece, isMarked }) => (isMarked ? `[${piece}]` : piece))
    .join('')
}

test.each([
  ['The rent is due.', 'rent', 'The [rent] is due.'],
  ['Rents and parents', 'rent', '[Rent]s and parents'],
  ['Café au lait', 'CAFE', '[Café] au lait'],
  ['合同的期限是五年', '期限', '合同的[期限]是五年'],
  ['a b c', 'a', 'a b c'],
  ['1 + 1 (one)', 'one) (', '1 + 1 ([one])'],
  ['nothing of it', '', 'nothing of it'],
])('%s searched for %s', (text, query, wanted) => {
  expect(marked(text, query)).toBe(wanted)
})
