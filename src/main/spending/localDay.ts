/** Returns the date that the user's clock shows at a time, such as `2026-11-29`. */
export function localDay(at: number): string {
  const date = new Date(at)
  const parts = [date.getFullYear(), date.getMonth() + 1, date.getDate()]
  return parts.map((part, index) => String(part).padStart(index === 0 ? 4 : 2, '0')).join('-')
}

/** Returns the month that the user's clock shows at a time, such as `2026-11`. */
export function localMonth(at: number): string {
  return localDay(at).slice(0, 7)
}
