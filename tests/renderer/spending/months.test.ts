import { expect, test } from 'vitest'
import { addMonths, daysIn, monthAt } from '../../../src/renderer/spending/months.ts'

test('months go on over the end of a year, in both directions', () => {
  expect(addMonths('2026-12', 1)).toBe('2027-01')
  expect(addMonths('2026-01', -1)).toBe('2025-12')
})

test('a month has its days, in leap years too', () => {
  expect([daysIn('2026-02'), daysIn('2028-02'), daysIn('2026-11'), daysIn('2026-12')]).toEqual([
    28, 29, 30, 31,
  ])
})

test('a time lies in the month that the clock shows', () => {
  expect(monthAt(new Date(2026, 10, 30, 23, 59))).toBe('2026-11')
})
