import { expect, test } from 'vitest'
import { joinAccessKey } from '../../../../src/renderer/providers/keys/joinAccessKey.ts'

test('joins two parts or three, without the white space of a paste', () => {
  expect(joinAccessKey({ id: ' AKIA1 ', secret: 's+/\n', session: '' })).toBe('AKIA1:s+/')
  expect(joinAccessKey({ id: 'ASIA1', secret: 's', session: ' t== ' })).toBe('ASIA1:s:t==')
})

test.each([
  { id: '', secret: 's', session: 't' },
  { id: 'AKIA1', secret: ' ', session: 't' },
])('is none while the id or the secret is missing', (parts) => {
  expect(joinAccessKey(parts)).toBeUndefined()
})
