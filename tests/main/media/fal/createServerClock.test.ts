import { expect, test } from 'vitest'
import { createServerClock } from '../../../../src/main/media/fal/createServerClock.ts'

const told = (time: string) => new Headers({ date: new Date(time).toUTCString() })

test('the clock of a service goes on evenly, and an old answer does not set it back', () => {
  let elapsed = 1000
  const clock = createServerClock(() => elapsed)
  expect(clock.time()).toBeNull()
  clock.learn(new Headers({ date: 'no time' }))
  expect(clock.time()).toBeNull()
  clock.learn(told('2026-11-23T12:00:00Z'))
  elapsed += 5000
  expect(clock.time()).toBe(Date.parse('2026-11-23T12:00:05Z'))
  clock.learn(told('2026-11-23T11:00:00Z'))
  expect(clock.time()).toBe(Date.parse('2026-11-23T12:00:05Z'))
  clock.learn(told('2026-11-23T12:00:07Z'))
  expect(clock.time()).toBe(Date.parse('2026-11-23T12:00:07Z'))
})
