import type { Retirement } from '../../../shared/models.ts'

const warnedDays = 60
const dayMilliseconds = 24 * 60 * 60 * 1000

/** Returns whether the service has switched the model off, or will within 60 days. */
export function retirementStage(
  retirement: Retirement | undefined,
  now: number = Date.now(),
): 'retired' | 'soon' | null {
  if (!retirement) return null
  const left = Date.parse(retirement.date) - now
  if (left <= 0) return 'retired'
  return left <= warnedDays * dayMilliseconds ? 'soon' : null
}
