import { expect, test } from 'vitest'
import { createPace } from '../../../../src/main/batches/running/pace.ts'

function open() {
  let now = 1000
  const pace = createPace(() => now)
  const wait = (milliseconds: number): void => void (now += milliseconds)
  const left = (): number => pace.until() - now
  return { pace, wait, left }
}

test('twenty successes admit one request more, up to sixteen', () => {
  const { pace } = open()
  expect(pace.limit()).toBe(4)
  for (let successes = 0; successes < 19; successes += 1) pace.noteSuccess()
  expect(pace.limit()).toBe(4)
  pace.noteSuccess()
  expect(pace.limit()).toBe(5)
  for (let successes = 0; successes < 1000; successes += 1) pace.noteSuccess()
  expect(pace.limit()).toBe(16)
})

test('a refusal halves the requests once, however many were under way', () => {
  const { pace, wait, left } = open()
  for (let refusals = 0; refusals < 4; refusals += 1) pace.noteBusy(30)
  expect(pace.limit()).toBe(2)
  expect(left()).toBe(30_000)
  wait(30_000)
  pace.noteBusy(undefined)
  expect(pace.limit()).toBe(1)
  wait(60_000)
  pace.noteBusy(undefined)
  expect(pace.limit()).toBe(1)
})

test('without a time from the service the pauses double up to a minute, until a success', () => {
  const { pace, wait, left } = open()
  const pauses: number[] = []
  for (let refusals = 0; refusals < 8; refusals += 1) {
    pace.noteUnreachable()
    pauses.push(left())
    wait(left())
  }
  expect(pauses).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000])
  expect(pace.limit()).toBe(4)
  pace.noteSuccess()
  pace.noteUnreachable()
  expect(left()).toBe(1000)
})

test('a pause can be ended', () => {
  const { pace, left } = open()
  pace.noteBusy(3600)
  pace.goOn()
  expect(left()).toBeLessThan(0)
})
