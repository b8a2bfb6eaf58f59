import { expect, test } from 'vitest'
import { canLookAgain } from '../../../src/renderer/media/jobs/canLookAgain.ts'

test.each([
  [true, 'a lost answer of a service that keeps jobs', 'unknown', true, null],
  [false, 'a lost answer that was the picture', 'unknown', false, null],
  [true, 'a result that did not come', 'lost', true, 'r1'],
  [false, 'a result whose job has no id', 'lost', false, null],
  [false, 'a job that has failed', 'failed', true, 'r1'],
  [false, 'a job that runs', 'running', true, 'r1'],
] as const)('%s: %s', (can, _which, state, resumable, requestId) => {
  expect(canLookAgain({ state, resumable, requestId })).toBe(can)
})
