import { expect, test } from 'vitest'
import { nearestIds } from '../../../../src/main/providers/models/nearestIds.ts'

const ids = ['gpt-5.2', 'gpt-5.2-mini', 'o9', 'claude-opus-4-1-20250805', 'whisper-1']

test.each([
  ['gpt-52', ['gpt-5.2']],
  ['GPT 5.2 mini', ['gpt-5.2-mini']],
  ['claude-opus-4.1', ['claude-opus-4-1-20250805']],
  ['llama', []],
])('%s is near %j', (typed, near) => {
  expect(nearestIds(typed, ids)).toEqual(near)
})

test('at most three are named', () => {
  expect(nearestIds('m1', ['m2', 'm3', 'm4', 'm5'])).toEqual(['m2', 'm3', 'm4'])
})
