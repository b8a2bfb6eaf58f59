import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { MonthSpending } from '../../shared/spending.ts'
import { amountText } from '../core/spendingText.ts'
import { formatDay } from '../ui/formatAmount.ts'
import { dayBars, type DayBar } from './dayBars.ts'

const width = 620
const height = 140

interface DayChartProps {
  month: string
  spending: MonthSpending
}

/** Draws the amounts of a month by day, in the currency that comes first. */
export function DayChart({ month, spending: { days, total } }: DayChartProps): ReactNode {
  const { t, i18n } = useTranslation()
  const [first] = total.amounts
  if (!first || first.amount === 0) return null
  const { currency } = first
  const bars = dayBars(days, { month, currency }, { width, height })
  const { language } = i18n
  const texts = (bar: DayBar) => ({
    day: formatDay(language, bar.day),
    amount: amountText(language, { amount: bar.amount, currency }),
  })
  const highest = bars.reduce((one, other) => (other.amount > one.amount ? other : one))
  const said = t('spending.highest', texts(highest))
  return (
    <figure className="space-y-1.5">
      <svg
        role="img"
        aria-label={`${t('spending.byDay')}. ${said}`}
        viewBox={`0 0 ${String(width)} ${String(height)}`}
        preserveAspectRatio="none"
        className="h-36 w-full rounded-xl bg-sunken p-3 rtl:-scale-x-100"
      >
        {bars.map((bar) => {
          const { x, y, width: barWidth, height: barHeight } = bar
          const { day, amount } = texts(bar)
          return (
            <rect
              key={bar.day}
              {...{ x, y, width: barWidth, height: barHeight }}
              className="fill-accent"
            >
              <title>{`${day} · ${amount}`}</title>
            </rect>
          )
        })}
      </svg>
      <figcaption className="text-xs text-muted tabular-nums">{said}</figcaption>
    </figure>
  )
}
