import { formatClock } from '../ui/formatAmount.ts'

/** Returns the length of a video or a sound, such as `0:05`. What plays at all takes a second. */
export function lengthText(language: string, milliseconds: number): string {
  return formatClock(language, Math.max(1, Math.round(milliseconds / 1000)))
}
