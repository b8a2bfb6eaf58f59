import { expect, test } from 'vitest'
import { dayBars } from '../../../src/renderer/spending/dayBars.ts'
import type { MonthSpending } from '../../../src/shared/spending.ts'

const size = { width: 300, height: 100 }

function dayWith(day: string, ...amounts: [amount: number, currency: string][]) {
  const sum: MonthSpending['total'] = {
    amounts: amounts.map(([amount, currency]) => ({ amount, currency })),
    ...{ requests: 1, estimated: 0, unknown: 0, inputTokens: 0, outputTokens: 0 },
  }
  return { day, sum }
}

test('each day has its place in the month, and the highest bar fills the drawing', () => {
  const days = [
    dayWith('2026-11-01', [1, 'USD']),
    dayWith('2026-11-15', [4, 'USD'], [99, 'credits']),
    dayWith('2026-11-30', [0.000_01, 'USD']),
  ]
  expect(dayBars(days, { month: '2026-11', currency: 'USD' }, size)).toEqual([
    { day: '2026-11-01', amount: 1, x: 1.5, y: 75, width: 7, height: 25 },
    { day: '2026-11-15', amount: 4, x: 141.5, y: 0, width: 7, height: 100 },
    { day: '2026-11-30', amount: 0.000_01, x: 291.5, y: 99, width: 7, height: 1 },
  ])
})

test('a day without an amount in the currency has no bar', () => {
  const days = [dayWith('2026-11-01'), dayWith('2026-11-02', [0, 'USD'], [3, 'credits'])]
  expect(dayBars(days, { month: '2026-11', currency: 'USD' }, size)).toEqual([])
})
