/**
 * Returns the milliseconds of a `retry-after` header, which holds seconds or a date; null without
 * one. A date is compared with the server's own clock, if the answer has its `date`.
 */
export function parseRetryAfter(
  text: string | null | undefined,
  date: string | null | undefined,
): number | null {
  if (text === null || text === undefined) return null
  if (/^\s*\d+(?:\.\d+)?\s*$/.test(text)) return Number(text) * 1000
  const now = Date.parse(date ?? '')
  const waitMs = Date.parse(text) - (Number.isNaN(now) ? Date.now() : now)
  return Number.isNaN(waitMs) ? null : Math.max(0, waitMs)
}
