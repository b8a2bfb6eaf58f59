import { expect, test } from 'vitest'
import { jobsInOrder } from '../../../src/renderer/media/jobs/jobsInOrder.ts'
import type { MediaState } from '../../../src/shared/media/media.ts'

function orderOf(states: readonly MediaState[]): string {
  const jobs = states.map((state, at) => ({ id: String.fromCodePoint(97 + at), state }))
  return jobsInOrder(jobs)
    .map(({ id }) => id)
    .join('')
}

test('running jobs come first, waiting ones next, and ended ones last, the latest first', () => {
  expect(orderOf(['failed', 'waiting', 'unknown', 'running', 'queued', 'collecting'])).toBe(
    'dfbeca',
  )
})

test('no job moves while those ahead of it go through their states', () => {
  const course: MediaState[] = [
    'waiting',
    'preparing',
    'submitting',
    'queued',
    'running',
    'collecting',
  ]
  for (const first of course) {
    for (const second of course.slice(0, course.indexOf(first) + 1)) {
      expect(orderOf([first, second, 'waiting', 'waiting'])).toBe('abcd')
    }
  }
})
