/** Returns the month that the user's clock shows at a time, such as `2026-11`. */
export function monthAt(date: Date): string {
  return toMonth(date.getFullYear(), date.getMonth())
}

/** Returns the month that many months after another; before it, if the number is negative. */
export function addMonths(month: string, months: number): string {
  const date = new Date(`${month}-01`)
  date.setUTCMonth(date.getUTCMonth() + months)
  return toMonth(date.getUTCFullYear(), date.getUTCMonth())
}

/** Returns how many days a month has. */
export function daysIn(month: string): number {
  const end = new Date(`${addMonths(month, 1)}-01`)
  end.setUTCDate(0)
  return end.getUTCDate()
}

/** `index` counts from 0 for January. */
function toMonth(year: number, index: number): string {
  return `${String(year)}-${String(index + 1).padStart(2, '0')}`
}
