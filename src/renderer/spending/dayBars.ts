import type { MonthSpending } from '../../shared/spending.ts'
import { daysIn } from './months.ts'

/** The bar of a day in a drawing, from its upper left corner. */
export interface DayBar {
  /** The date, such as `2026-11-29`. */
  day: string
  amount: number
  x: number
  y: number
  width: number
  height: number
}

/** Part of a day's place that its bar fills. */
const filled = 0.7

/**
 * Places the amounts of a month in one currency, a bar for each day that has one. The highest is as
 * high as the drawing.
 */
export function dayBars(
  days: MonthSpending['days'],
  { month, currency }: { month: string; currency: string },
  { width, height }: { width: number; height: number },
): DayBar[] {
  const amounts = days.flatMap(({ day, sum }) => {
    const found = sum.amounts.find((amount) => amount.currency === currency)
    return found && found.amount > 0 ? [{ day, amount: found.amount }] : []
  })
  const highest = Math.max(...amounts.map(({ amount }) => amount))
  const step = width / daysIn(month)
  return amounts.map(({ day, amount }) => {
    // The smallest amount can still be seen.
    const barHeight = Math.max(1, rounded((height * amount) / highest))
    return {
      day,
      amount,
      x: rounded((Number(day.slice(8)) - 1 + (1 - filled) / 2) * step),
      y: rounded(height - barHeight),
      width: rounded(step * filled),
      height: barHeight,
    }
  })
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10
}
