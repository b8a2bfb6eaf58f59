import { dateFormat } from '../../ui/formatAmount.ts'

const dayMilliseconds = 86_400_000

/** The nearest groups have names; older ones are months. */
export type DateGroupName = 'today' | 'yesterday' | 'previous7Days' | 'previous30Days'

export interface DateGroup<Item> {
  key: string
  name: DateGroupName | undefined
  /** The month in the given language, for a group without a name. */
  month: string | undefined
  items: Item[]
}

/**
 * Groups items, ordered from the newest to the oldest, by calendar days before `now` in the
 * machine's time zone. Times are in milliseconds since 1970.
 */
export function groupByDate<Item>(
  items: readonly Item[],
  timeOf: (item: Item) => number,
  now: number,
  locale: string,
): DateGroup<Item>[] {
  const thisYear = new Date(now).getFullYear()
  const groups: DateGroup<Item>[] = []
  for (const item of items) {
    const date = new Date(timeOf(item))
    const name = nameOf(calendarDays(date, new Date(now)))
    const key = name ?? `${date.getFullYear()}-${date.getMonth() + 1}`
    const last = groups.at(-1)
    if (last?.key === key) last.items.push(item)
    else {
      const month = name ? undefined : monthOf(date, date.getFullYear() !== thisYear, locale)
      groups.push({ key, name, month, items: [item] })
    }
  }
  return groups
}

/** Counts calendar days between two dates: a day of 23 or 25 hours is one day. */
export function calendarDays(from: Date, to: Date): number {
  const start = Date.UTC(from.getFullYear(), from.getMonth(), from.getDate())
  const end = Date.UTC(to.getFullYear(), to.getMonth(), to.getDate())
  return Math.round((end - start) / dayMilliseconds)
}

function nameOf(days: number): DateGroupName | undefined {
  if (days <= 0) return 'today'
  if (days === 1) return 'yesterday'
  if (days <= 7) return 'previous7Days'
  if (days <= 30) return 'previous30Days'
  return undefined
}

function monthOf(date: Date, withYear: boolean, locale: string): string {
  return dateFormat(locale, {
    month: 'long',
    ...(withYear ? { year: 'numeric' as const } : {}),
  }).format(date)
}
